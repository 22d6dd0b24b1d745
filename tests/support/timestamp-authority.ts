import { createHash, webcrypto } from 'node:crypto'
import { Integer, OctetString, Utf8String } from 'asn1js'
import * as pki from 'pkijs'
import { listenForBodies, type Listening } from './listen.ts'

const signedDataOid = '1.2.840.113549.1.7.2'
const timestampOid = '1.2.840.113549.1.9.16.1.4'

interface TimestampAuthority extends Listening {
  mood: 'honest' | 'other hash' | 'rubbish' | 'down'
  asked: number
}

/** A timestamp authority (RFC 3161) that says the time of any hash; `mood` makes it lie or refuse. */
export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const stamp = await makeStamper()
  const listening = await listenForBodies(async (_, asked, response) => {
    authority.asked += 1
    if (authority.mood === 'down') return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    if (authority.mood === 'rubbish') return response.end('rubbish')
    const { messageImprint } = pki.TimeStampReq.fromBER(asked)
    if (authority.mood === 'other hash') {
      messageImprint.hashedMessage = new OctetString({ valueHex: new ArrayBuffer(32) })
    }
    return response.end(await stamp(messageImprint))
  })
  const authority: TimestampAuthority = {
    ...listening,
    url: `${listening.url}/tsr`,
    mood: 'honest',
    asked: 0,
  }
  return authority
}

async function makeStamper(): Promise<(imprint: pki.MessageImprint) => Promise<Buffer>> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new pki.Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: 7 })
  for (const name of [certificate.subject, certificate.issuer]) {
    const value = new Utf8String({ value: 'Test time' })
    name.typesAndValues.push(new pki.AttributeTypeAndValue({ type: '2.5.4.3', value }))
  }
  certificate.notBefore.value = new Date(Date.UTC(2020, 0, 1))
  certificate.notAfter.value = new Date(Date.UTC(2040, 0, 1))
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return async (messageImprint) => {
    const info = new pki.TSTInfo({
      version: 1,
      policy: '1.2.3.4',
      messageImprint,
      serialNumber: new Integer({ value: 1 }),
      genTime: new Date(Date.UTC(2026, 10, 20, 14, 3, 6)),
    })
    const eContent = new OctetString({ valueHex: info.toSchema().toBER() })
    const digest = new Uint8Array(createHash('sha256').update(Buffer.from(eContent.getValue())).digest())
      .buffer
    const signed = new pki.SignedData({
      version: 3,
      encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: timestampOid, eContent }),
      signerInfos: [
        new pki.SignerInfo({
          version: 1,
          sid: new pki.IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
          signedAttrs: new pki.SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              new pki.Attribute({
                type: '1.2.840.113549.1.9.4',
                values: [new OctetString({ valueHex: digest })],
              }),
            ],
          }),
        }),
      ],
      certificates: [certificate],
    })
    await signed.sign(keys.privateKey, 0, 'SHA-256')
    const timeStampToken = new pki.ContentInfo({ contentType: signedDataOid, content: signed.toSchema(true) })
    const status = new pki.PKIStatusInfo({ status: pki.PKIStatus.granted })
    return Buffer.from(new pki.TimeStampResp({ status, timeStampToken }).toSchema().toBER())
  }
}
