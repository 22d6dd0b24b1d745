/**
 * The agency's name as this page has it, with a capital. Scripts are built once for any agency; the server fills the name
 * into documents alone.
 */
export function agencyName(): string {
  const element = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')
  return element?.content ?? ''
}

/** The version of the notice that this page shows before its form; it goes with what the form sends. */
export function noticeShown(): string | undefined {
  return document.querySelector<HTMLElement>('[data-notice]')?.dataset['notice']
}
