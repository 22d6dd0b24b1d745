import type { Config } from '#server/config/config.ts'
import { type ProviderDeps, sendOutcome } from '#server/providers/provider.ts'
import type { MailPort } from './port.ts'
import { startSmtpSimulator } from './simulator.ts'
import { createSmtpMail } from './smtp.ts'

/** The mail server that the settings name; while that is the sandbox's simulator, its address speaks SMTP. */
export async function createMail(
  { mail, agency }: Pick<Config, 'mail' | 'agency'>,
  { log, observe, simulators }: ProviderDeps,
): Promise<{ port: MailPort; close(): Promise<void> }> {
  const simulator = mail.provider === 'smtp' ? undefined : await startSmtpSimulator(simulators.keepMail)
  if (simulator) log.info({ url: simulator.url }, 'sandbox: e-mail goes to /sandbox and to nobody else')
  const url = mail.provider === 'smtp' ? mail.url : (simulator?.url ?? '')
  const port = createSmtpMail({ url, name: mail.name, from: { name: agency.name, address: mail.from } })
  const call = { provider: 'mail', operation: 'send', outcomeOf: sendOutcome }
  return {
    port: { send: (message) => observe({ ...call, work: () => port.send(message) }), close: port.close },
    async close() {
      port.close()
      await simulator?.close()
    },
  }
}
