import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { GatewayPort } from '#server/providers/gateway/port.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import type { ScannerPort } from '#server/providers/scanner/port.ts'
import type { SignaturePort } from '#server/providers/signature/port.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import type { Observe } from '#server/platform/observability/observer.ts'

function outcomeOf(answer: { ok: true } | { ok: false; failure: string }): string {
  return answer.ok ? 'ok' : answer.failure
}

function sendOutcome(outcome: { sent: true } | { sent: false; reason: string }): string {
  return outcome.sent ? 'ok' : outcome.reason
}

function done(): string {
  return 'ok'
}

export function observeAadhaar(port: AadhaarPort, observe: Observe): AadhaarPort {
  const provider = 'aadhaar'
  return {
    startOtp: (number, consent) =>
      observe({ provider, operation: 'start', outcomeOf, work: () => port.startOtp(number, consent) }),
    submitOtp: (session, otp) =>
      observe({ provider, operation: 'submit', outcomeOf, work: () => port.submitOtp(session, otp) }),
    close: port.close,
  }
}

export function observeSms(port: SmsPort, observe: Observe): SmsPort {
  return {
    send: (sms) =>
      observe({
        provider: 'sms',
        operation: sms.template,
        outcomeOf: sendOutcome,
        work: () => port.send(sms),
      }),
    close: port.close,
  }
}

export function observeGateway(port: GatewayPort, observe: Observe): GatewayPort {
  return {
    ...port,
    ask: (order) =>
      observe({ provider: 'gateway', operation: 'ask', outcomeOf, work: () => port.ask(order) }),
    end: (mandate) =>
      observe({ provider: 'gateway', operation: 'end', outcomeOf, work: () => port.end(mandate) }),
  }
}

export function observeMail(port: MailPort, observe: Observe): MailPort {
  return {
    send: (mail) =>
      observe({
        provider: 'mail',
        operation: 'send',
        outcomeOf: sendOutcome,
        work: () => port.send(mail),
      }),
    close: port.close,
  }
}

/** Every answer of the scanner is one of its own words; a file that is clean is as good as `ok`. */
export function observeScanner(port: ScannerPort, observe: Observe): ScannerPort {
  return {
    scan: (bytes) =>
      observe({
        provider: 'scanner',
        operation: 'scan',
        outcomeOf: (answer) => answer,
        work: () => port.scan(bytes),
      }),
  }
}

export function observeSignature(port: SignaturePort, observe: Observe): SignaturePort {
  return {
    sign: (pdf, at) =>
      observe({
        provider: 'seal',
        operation: 'seal',
        outcomeOf: (sealed) => (sealed.ok ? 'ok' : sealed.fault),
        work: () => port.sign(pdf, at),
      }),
    verify: port.verify,
  }
}

/** Of a file that is read the time is that until its first byte may be had. */
export function observeFiles(port: FilesPort, observe: Observe): FilesPort {
  const provider = 'files'
  return {
    ...port,
    put: (id, bytes) =>
      observe({ provider, operation: 'put', outcomeOf: done, work: () => port.put(id, bytes) }),
    get: (id) => observe({ provider, operation: 'get', outcomeOf: done, work: () => port.get(id) }),
    remove: (id) => observe({ provider, operation: 'remove', outcomeOf: done, work: () => port.remove(id) }),
  }
}
