import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { say } from '#server/platform/requested-language.ts'

const brokenRequests: Record<string, { status: string; code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: say('errorMessages.tooLarge', defaultLanguage),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    message: say('errorMessages.timeout', defaultLanguage),
  },
}
const unreadable = {
  status: '400 Bad Request',
  code: 'unreadable',
  message: say('errorMessages.unreadable', defaultLanguage),
}

/** Answers what is not valid HTTP, in the same form as every other refusal. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = brokenRequests[error.code ?? ''] ?? unreadable
  const body = JSON.stringify({ message, code })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
