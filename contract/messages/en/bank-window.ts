/** The window of the sandbox's bank, which stands for the pages of a real one. */
export const bankWindow = {
  bank: 'Sandbox Bank',
  setUp: 'Set up a mandate',
  about: 'This bank is part of the sandbox: it knows no account, and no money moves.',
  payee: 'Payee',
  account: 'From the account',
  /** `number` is masked. */
  accountOf: '{number} of {name}, {ifsc}',
  maximum: 'Maximum',
  eachTime: '{amount} each time',
  howOften: 'How often',
  asPresented: 'As and when presented',
  from: 'From',
  until: 'Until',
  now: 'Now',
  test: '₹1, to test the account',
  question: 'What should the bank answer?',
  refused: 'The order was refused',
  refusedByGateway: 'The gateway refused this order',
  because: 'The bank was not asked, because:',
  closeOr: 'Close this window, or',
  goBack: 'go back to the registration',
  backToSite: 'Back to the site',
  continue: 'Continue',
  answered: 'Answered',
  hasAnswered: 'The bank has answered',
  canClose: 'You can close this window.',
} as const

/** What the sandbox's bank can answer: a button, and what it means, with the gateway's code. */
export const bankAnswers = {
  later: { button: 'Authorise', meaning: 'The bank takes the mandate and decides later (0398).' },
  success: { button: 'Succeed at once', meaning: 'The mandate is active at once (0300).' },
  refusal: { button: 'Decline', meaning: 'The bank refuses (0399).' },
  none: { button: 'Send no status', meaning: 'The answer has no code.' },
  abort: { button: 'Cancel', meaning: 'You leave the bank without deciding (0392).' },
} as const

/** The panel of the sandbox's gateway, from which a person goes to the bank. */
export const bankPanel = {
  name: 'The sandbox’s payment panel',
  loading: 'Loading…',
  offer: 'Sandbox Bank by net banking',
  toBank: 'Go to the bank',
  close: 'Close the panel',
  opened: 'The bank’s page is open in a window of its own.',
  failed: 'The transaction failed.',
  complete: 'The transaction is complete.',
  retry: 'Retry',
} as const
