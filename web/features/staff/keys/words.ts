import { counted } from '#contract/messages/languages.ts'

/** The keys of the desk, and the dialog in which commands are chosen and records found. */
export const keyWords = {
  lead: 'Type a name, a reference or what you want to do.',
  /** Of the dialog about one record. */
  about: (who: string) => `What is chosen is done to ${who}.`,
  field: 'Name, reference or command',
  found: 'Records',
  goTo: 'Go to',
  other: 'Other',
  forRecord: (who: string) => `For ${who}`,
  searchFor: (text: string) => `All that is found for «${text}»`,
  count: (records: number, commands: number) =>
    `${counted(records, 'record')} and ${counted(commands, 'command')}.`,
  looking: 'Looking for records…',
  nothing: 'Nothing found.',
  open: 'Open the record',
  setStatus: (status: string) => `Set status: ${status}`,
  toInterview: 'Move to interview',
  assignTo: (name: string) => `Assign to ${name}`,
  me: 'me',
  nobody: 'nobody',
  write: 'Write to the person',
  note: 'Write a note',
  /** After a command. */
  nowStatus: (who: string, status: string) => `${who}: ${status}`,
  nowAssigned: (who: string, name: string) => `${who} is assigned to ${name}`,
  helpLead: 'Each of them is a button or a command too. In fields they only type.',
  single: 'Keys of one letter',
  singleHint: 'Off, they do nothing in this browser. Ctrl K stays.',
  close: 'Close',
  keys: [
    ['Ctrl K', 'Find a record, or choose a command'],
    ['j', 'The next row, or the next record of a list'],
    ['k', 'The row before, or the record before'],
    ['o', 'Open the row'],
    ['d', 'Open the next document of the record'],
    ['e', 'Change the record of the row or the screen: status, person'],
    ['i', 'Move it to interview'],
    ['?', 'Show the keys'],
  ],
} as const
