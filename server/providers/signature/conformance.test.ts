import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { P12Signer, PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAgreement } from '#server/features/onboarding/agreement/document/pdf/make-pdf.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createWorkerPool, type WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { acceptedFacts, testAcceptance, testPhoto } from '#tests/support/agreement.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { listenForBodies } from '#tests/support/listen.ts'
import { hasPdfTools, pdfWords, toolSays } from '#tests/support/pdf-tools.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createP12Signature } from './p12-signature.ts'
import type { SignedDocument, SigningKey, SignaturePort } from './port.ts'
import { makeSandboxCertificate } from './sandbox-certificate.ts'

const { at } = testAcceptance
const now = Date.UTC(2026, 10, 20)
const password = 'pässword of a test'
/** OpenSSL arguments that create a key with its certificate. */
const EC = 'ec -pkeyopt ec_paramgen_curve:P-256'
const NEW_KEY = 'req -x509 -nodes -keyout k -out c -subj /CN=Test'

let threads: WorkerPool
let key: SigningKey
let signature: SignaturePort
let unsigned: Uint8Array
let document: SignedDocument

function signWith(wanted: SigningKey, tsaUrl?: string): SignaturePort {
  return createP12Signature({ key: wanted, tsaUrl, threads })
}

async function signed(port: SignaturePort, pdf: Uint8Array): Promise<SignedDocument> {
  const answer = await port.sign(pdf, at)
  if (!answer.ok) throw new Error(answer.fault)
  return answer.signed
}

/** Returns what poppler reports about the document's signature. */
function pdfSignature(pdf: Uint8Array): string {
  return toolSays({ pdf }, 'pdfsig', 'pdf')
}

/** Returns the document with one byte changed. */
function bent(pdf: Uint8Array, place: number): Uint8Array {
  const copy = Buffer.from(pdf)
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}

/** Runs OpenSSL on the files of a folder, and returns its output. */
function openssl(folder: string, words: string): Buffer {
  return execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' })
}

/** OpenSSL's configuration as a timestamp authority (RFC 3161). */
const authorityConfig = `[tsa]
default_tsa = own
[own]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256`

/** Starts a timestamp authority that stamps the requested hash, or another one. */
async function startAuthority(ofAnother = false) {
  await using begun = new AsyncDisposableStack()
  const { path } = begun.use(await temporaryFolder())
  writeFileSync(join(path, 'config'), authorityConfig)
  openssl(path, `${NEW_KEY} -newkey ${EC} -addext extendedKeyUsage=critical,timeStamping`)
  let asked = 0
  const { url } = begun.use(
    await listenForBodies((_, query, response) => {
      asked += 1
      writeFileSync(join(path, 'query'), query)
      if (ofAnother) openssl(path, `ts -query -digest ${'00'.repeat(32)} -sha256 -out query`)
      response.end(openssl(path, 'ts -reply -config config -queryfile query -signer c -inkey k'))
    }),
  )
  const both = begun.move()
  return { url, asked: () => asked, [Symbol.asyncDispose]: () => both.disposeAsync() }
}

beforeAll(async () => {
  threads = createWorkerPool({ log: createLog('silent'), active: 1, limitMs: 60_000 })
  key = { p12: await makeSandboxCertificate({ name: 'Example Placements', password, now }), password }
  signature = signWith(key)
  unsigned = (await makeAgreement({ ...acceptedFacts, photo: await testPhoto() })).pdf
  document = await signed(signature, unsigned)
})
afterAll(() => threads.close())

describe('a signed agreement', () => {
  it('begins with every byte of the unsigned one, and is recognised by its certificate', async () => {
    expect(Buffer.from(document.pdf).subarray(0, unsigned.length).equals(unsigned)).toBe(true)
    expect(await signature.verify(document.pdf)).toEqual({
      whole: true,
      certificate: document.certificate,
      owner: 'Example Placements (self-signed)',
    })
    expect(document.level).toBe('B-B')
  })

  it('is identical byte for byte when it is signed again', async () => {
    const again = await signed(signWith(key), unsigned)
    expect(Buffer.from(again.pdf).equals(document.pdf)).toBe(true)
  })

  it('is no longer intact when any part has changed', async () => {
    const bytes = Buffer.from(document.pdf)
    const seals = bytes.lastIndexOf('/ByteRange')
    const contents = bytes.indexOf('<30', bytes.lastIndexOf('/Contents'))
    const places = [0, 9, bytes.length - 1, bytes.lastIndexOf('startxref'), seals + 12, contents + 1800]
    for (let place = 40; place < unsigned.length; place += 4999) places.push(place)
    // The space after the signature has to be zeros, so that nothing can be hidden there.
    places.push(bytes.indexOf('0>', contents) - 100)
    for (const place of places)
      expect([place, (await signature.verify(bent(document.pdf, place))).whole]).toEqual([place, false])
  })

  it('is distinguished from an unsigned, a truncated and an extended one', async () => {
    expect(await signature.verify(unsigned)).toEqual({ whole: false, doubt: 'unsigned' })
    expect(await signature.verify(document.pdf.subarray(0, -5))).toMatchObject({ whole: false })
    const more = await PDF.load(document.pdf)
    more.setTitle('Another title')
    const continued = await more.save({ incremental: true })
    expect(await signature.verify(continued)).toEqual({ whole: false, doubt: 'continued' })
    expect(await signature.verify(new Uint8Array())).toEqual({ whole: false, doubt: 'unsigned' })
  })

  it('shows the owner of the signature when somebody else signs a changed one', async () => {
    const p12 = await makeSandboxCertificate({ name: 'Example Placements', password, now })
    const forged = await signed(signWith({ p12, password }), unsigned)
    const verdict = await signature.verify(forged.pdf)
    expect(verdict).toMatchObject({ whole: true })
    expect(verdict.whole && verdict.certificate).not.toBe(document.certificate)
  })
})

describe.skipIf(!hasPdfTools)('a signed agreement as poppler reads it', () => {
  it('is valid PAdES, and is invalid once a byte has changed', () => {
    const said = pdfSignature(document.pdf)
    expect(said).toContain('Signature is Valid.')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')
    expect(said).toContain('Signer Certificate Common Name: Example Placements (self-signed)')
    expect(pdfWords(document.pdf)).toContain('Evidence of the acceptance')
    const altered = bent(document.pdf, Math.floor(unsigned.length / 2))
    expect(pdfSignature(altered)).not.toContain('Signature is Valid.')
  })
})

/** Attributes of a CMS signature (RFC 5652, 5035, 6211 and 3161). */
const attribute = '1.2.840.113549.1.9'
/** Content type, message digest, algorithm protection, and the signing certificate. */
const attributes = ['3', '4', '52', '16.2.47'].map((last) => `${attribute}.${last}`)
const timeStampToken = `${attribute}.16.2.14`

/** Returns the attributes of the document's signature by number, and OpenSSL's verdict. */
function openSignature(pdf: Uint8Array): { signed: string[]; unsigned: string[]; verdict: string } {
  const file = Buffer.from(pdf)
  const [, start = 0, before = 0, behind = 0, rest = 0] =
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(file.toString('latin1'))?.map(Number) ?? []
  const covered = Buffer.concat([file.subarray(start, before), file.subarray(behind, behind + rest)])
  const cms = Buffer.from(file.subarray(before + 1, behind - 1).toString('latin1'), 'hex')
  const says = (words: string) =>
    toolSays({ cms, covered }, 'openssl', ...`cms ${words} -inform DER -in cms`.split(' '))
  // The certificate is printed first and has numbers of its own.
  const [, signer = ''] = says('-cmsout -print -noout').split(/^ {4}signerInfos:/m)
  const [inside = '', outside = ''] = signer.split('unsignedAttrs:')
  const numbers = (part = '') =>
    [...part.matchAll(/^ +object: .*\(([\d.]+)\)$/gm)].map(([, number = '']) => number)
  return {
    signed: numbers(inside.split('signedAttrs:')[1]),
    unsigned: numbers(outside),
    verdict: says('-verify -noverify -binary -content covered -out out').trim(),
  }
}

describe.skipIf(!hasPdfTools)('a signature as OpenSSL reads it (EN 319 142-1, table 1)', () => {
  it.each(['B-B', 'B-T'] as const)('has the attributes of PAdES baseline %s and no others', async (level) => {
    await using authority = await startAuthority()
    const { pdf } = await signed(signWith(key, level === 'B-T' ? authority.url : undefined), unsigned)
    const { signed: inside, unsigned: outside, verdict } = openSignature(pdf)
    expect(verdict).toBe('CMS Verification successful')
    expect(new Set(inside)).toEqual(new Set(attributes))
    expect(outside).toEqual(level === 'B-T' ? [timeStampToken] : [])
  })

  it('states its time in the dictionary, as PAdES requires', () => {
    const dictionary = Buffer.from(document.pdf).toString('latin1')
    expect(dictionary).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(dictionary).toContain('/M (D:20261120200305Z)')
    expect(pdfSignature(document.pdf)).toMatch(/Signing Time: Nov 20 2026/)
  })
})

describe('the time of a signature', () => {
  it.skipIf(!hasPdfTools)('comes from the configured authority, and the document is intact', async () => {
    await using authority = await startAuthority()
    const timed = await signed(signWith(key, authority.url), unsigned)
    expect([timed.level, authority.asked()]).toEqual(['B-T', 1])
    const { certificate } = document
    expect(await signature.verify(timed.pdf)).toMatchObject({ whole: true, certificate })
  })

  it.skipIf(!hasPdfTools)('is refused from an authority that stamped another hash', async () => {
    await using authority = await startAuthority(true)
    expect(await signWith(key, authority.url).sign(unsigned, at)).toEqual({ ok: false, fault: 'timestamp' })
  })

  it.each([{ status: 503 }, { status: 200 }])(
    'is refused from an authority that answers nonsense: $status',
    async (said) => {
      await using authority = await startFakeProvider({ ...said, text: 'rubbish' })
      expect(await signWith(key, authority.url).sign(unsigned, at)).toEqual({ ok: false, fault: 'timestamp' })
    },
  )
})

describe('the key of a signature', () => {
  it('is valid for twenty years', async () => {
    const { certificate } = await P12Signer.create(key.p12, key.password)
    expect(new X509Certificate(certificate).validToDate.toISOString()).toBe('2046-11-20T00:00:00.000Z')
  })

  it.skipIf(!hasPdfTools).each(['rsa:2048', EC])('may be one that OpenSSL made (%s)', async (kind) => {
    await using folder = await temporaryFolder()
    openssl(folder.path, `${NEW_KEY} -newkey ${kind}`)
    const p12 = openssl(folder.path, 'pkcs12 -export -inkey k -in c -passout pass:test')
    const made = await signed(signWith({ p12, password: 'test' }), unsigned)
    expect(await signature.verify(made.pdf)).toMatchObject({ whole: true, owner: 'Test' })
    expect(pdfSignature(made.pdf)).toContain('Signature is Valid.')
  })
})
