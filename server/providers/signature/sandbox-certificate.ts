import { randomBytes } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import * as pki from 'pkijs'

const oid = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  keyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
}
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
/** Few, because the password is random and stored beside the key: more would take time and protect nothing. */
const ITERATIONS = 2048
const locked = {
  // The library generates the initialization vector.
  contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 } as pki.ContentEncryptionAlgorithm,
  hmacHashAlgorithm: 'SHA-256',
  iterationCount: ITERATIONS,
}
const YEARS = 20

/** Makes a key with a self-signed certificate, as PKCS#12 under the password. `now` in milliseconds. */
export async function makeSandboxCertificate(options: {
  name: string
  password: string
  now: number
}): Promise<Uint8Array> {
  const keys = await newKeys()
  const certificate = await certificateFor(keys, options)
  const privateKey = pki.PrivateKeyInfo.fromBER(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return pack({ privateKey, certificate, password: options.password })
}

function newKeys() {
  return crypto.subtle.generateKey(rsa, true, ['sign', 'verify'])
}

async function certificateFor(
  keys: Awaited<ReturnType<typeof newKeys>>,
  { name, now }: { name: string; now: number },
): Promise<pki.Certificate> {
  const certificate = new pki.Certificate()
  certificate.version = 2
  // Positive, and at most 20 bytes long (RFC 5280 section 4.1.2.2).
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  const owner = () =>
    new pki.AttributeTypeAndValue({
      type: oid.commonName,
      value: new Utf8String({ value: `${name} (self-signed)` }),
    })
  certificate.subject.typesAndValues.push(owner())
  certificate.issuer.typesAndValues.push(owner())
  certificate.notBefore.value = new Date(now - 24 * 60 * 60 * 1000)
  certificate.notAfter.value = new Date(now)
  certificate.notAfter.value.setUTCFullYear(certificate.notAfter.value.getUTCFullYear() + YEARS)
  certificate.extensions = [signsOnly()]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return certificate
}

/** digitalSignature and nonRepudiation (RFC 5280 section 4.2.1.3). */
function signsOnly(): pki.Extension {
  return new pki.Extension({
    extnID: oid.keyUsage,
    critical: true,
    extnValue: new Uint8Array([0x03, 0x02, 0x06, 0xc0]).buffer,
  })
}

async function pack({
  privateKey,
  certificate,
  password: words,
}: {
  privateKey: pki.PrivateKeyInfo
  certificate: pki.Certificate
  password: string
}): Promise<Uint8Array> {
  const password = new Uint8Array(Buffer.from(words)).buffer
  const keyBag = new pki.PKCS8ShroudedKeyBag({ parsedValue: privateKey })
  await keyBag.makeInternalValues({ password, ...locked })
  const certificateBag = new pki.CertBag({ parsedValue: certificate })
  const contents = (bagId: string, bagValue: unknown) =>
    new pki.SafeContents({ safeBags: [new pki.SafeBag({ bagId, bagValue: bagValue as pki.CertBag })] })
  const safe = new pki.AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        { privacyMode: 0, value: contents(oid.keyBag, keyBag) },
        { privacyMode: 1, value: contents(oid.certificateBag, certificateBag) },
      ],
    },
  })
  await safe.makeInternalValues({ safeContents: [{}, { password, ...locked }] })
  const pfx = new pki.PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  const integrity = {
    password,
    iterations: ITERATIONS,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  }
  await pfx.makeInternalValues(integrity)
  return new Uint8Array(pfx.toSchema().toBER(false))
}
