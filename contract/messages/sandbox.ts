/** On the sandbox's page, and in answers of its endpoints. */
export const sandboxMessages = {
  unanswered: 'The server does not answer.',
  settled: 'The bank has decided.',
  alreadyFinal: 'This mandate is decided already.',
  notTold: 'The bank has decided, but the site could not be told. It will be told again.',
} as const
