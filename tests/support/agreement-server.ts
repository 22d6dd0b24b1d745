// A server for the benchmark of the agreements: each POST draws one up and signs it, in threads or, as its argument
// says, on the thread that answers; everything else is a small page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeInWorker } from '#server/features/onboarding/agreement/document-service.ts'
import { makeAgreement } from '#server/features/onboarding/agreement/document/pdf/make-pdf.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createWorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { createP12Signature } from '#server/providers/signature/create.ts'
import { makeSandboxCertificate } from '#server/providers/signature/sandbox-certificate.ts'
import { run as signHere } from '#server/providers/signature/sign-task.ts'
import { acceptedFacts, factsFor, testAcceptance, testPhoto } from './agreement.ts'

const [where, active] = process.argv.slice(2)
const threads = createWorkerPool({
  log: createLog('warn'),
  ...(active === undefined ? {} : { active: Number(active) }),
})
const password = 'bench'
const key = { p12: await makeSandboxCertificate({ name: 'Bench', password, now: Date.now() }), password }
const signature = createP12Signature({ key, tsaUrl: undefined, threads })
const photo = await testPhoto()
const { at } = testAcceptance
let made = 0

function nextFacts() {
  made += 1
  const name = `Test Person ${made} परीक्षा`
  return { ...acceptedFacts, ...factsFor(name), photo, acceptance: { ...testAcceptance, signName: name } }
}

async function inThreads(): Promise<boolean> {
  const drawn = await makeInWorker(threads, nextFacts())
  return drawn.ok && (await signature.sign(drawn.value.pdf, at)).ok
}

async function onThisThread(): Promise<boolean> {
  const { pdf } = await makeAgreement(nextFacts())
  return (await signHere({ ...key, pdf, at, tsaUrl: undefined })).pdf.length > 0
}

const work = where === 'threads' ? inThreads : onThisThread
const server = createServer((request, response) => {
  if (request.method !== 'POST') return response.end('<!doctype html><title>Page</title>')
  void work().then((ok) => response.writeHead(ok ? 201 : 503).end())
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
