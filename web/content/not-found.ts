export const notFound = {
  code: '404',
  heading: 'This page is not here',
  text: 'The address may have been typed wrongly, or the page may have moved. Nothing you did is lost.',
  home: 'Back to the home page',
  other: 'Or go on from here',
}
