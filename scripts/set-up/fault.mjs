// Part of the set-up: plain JavaScript for Node 20, Node's own modules only.

/** What stops the set-up and is told in words: no stack, and at most 40 lines of what a command said. */
export class SetUpFault extends Error {
  constructor(message, detail = '') {
    super([message, ...detail.split('\n').slice(-40)].join('\n').trim())
  }
}
