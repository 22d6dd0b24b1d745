import sharp from 'sharp'
import { defaultAgency } from '#contract/schemas/agency.ts'
import type {
  Acceptance,
  AgreementData,
} from '#server/features/onboarding/agreement/document/agreement-data.ts'

/** An invented person's form of a fixed day. */
export const agreementData: AgreementData = {
  version: '2026-11-20',
  language: 'en',
  binding: 'english',
  reference: 'AGR-0000-TEST',
  annex: undefined,
  preparedAt: Date.UTC(2026, 10, 20, 9, 30, 5),
  agency: { ...defaultAgency, name: 'Example Placements' },
  publicUrl: 'https://www.agency.example',
  sandbox: false,
  person: {
    name: 'Test Person One',
    email: 'test.person@person.example',
    phone: '9000000001',
    dob: '1990-02-01',
    gender: 'F',
    address: '1 Test Lane',
    city: 'Surat',
    state: 'Gujarat',
    country: 'India',
    pincode: '395002',
    aadhaarMasked: 'XXXXXXXX1234',
  },
  photo: undefined,
  mandate: {
    accountName: 'Test Person One',
    accountMasked: 'XXXXXXXX6789',
    ifsc: 'TEST0000001',
    maxAmount: '5000',
    firstDay: '2026-11-20',
    lastDay: '2066-11-17',
    transactionId: '1234567890123',
  },
  acceptance: undefined,
}

/** In India it is the next day already. */
export const testAcceptance: Acceptance = {
  at: Date.UTC(2026, 10, 20, 20, 3, 5),
  signName: agreementData.person.name,
  words: 'I accept the terms and conditions',
  language: 'en',
  address: '2001:db8::17',
  agent: 'ExampleBrowser/1.0 (Test)',
  events: [
    { kind: 'aadhaarVerified', at: Date.UTC(2026, 10, 20, 9, 0, 0) },
    { kind: 'phoneVerified', at: Date.UTC(2026, 10, 20, 9, 5, 0) },
  ],
  mandate: { transactionId: agreementData.mandate.transactionId, registrationNo: '', status: 'Initiated' },
  shown: { language: 'en', pdfSha256: 'ab'.repeat(32), textSha256: 'cd'.repeat(32) },
}

/** An annex to another invented agreement. */
export const annexData: AgreementData = {
  ...agreementData,
  version: '2026-11-23',
  annex: {
    agreement: 'AG-0000-TEST-0000',
    acceptedAt: Date.UTC(2026, 10, 20, 20, 3, 5),
    before: { accountMasked: 'XXXXXXXX0001', ifsc: 'TEST0000002', transactionId: '1111111111111' },
  },
}
export const annexAcceptance: Acceptance = {
  ...testAcceptance,
  at: Date.UTC(2026, 10, 24, 9, 0, 0),
  events: [
    { kind: 'agreementAccepted', at: Date.UTC(2026, 10, 20, 20, 3, 5) },
    { kind: 'shown', at: Date.UTC(2026, 10, 24, 8, 59, 0) },
  ],
}

export const acceptedFacts: AgreementData = { ...agreementData, acceptance: testAcceptance }

export function factsFor(name: string): AgreementData {
  return { ...agreementData, person: { ...agreementData.person, name } }
}

/** A blank passport photo. */
export function testPhoto(kind: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const plain = sharp({ create: { width: 350, height: 450, channels: 4, background: '#8ac8' } })
  return kind === 'png' ? plain.png().toBuffer() : plain.jpeg().toBuffer()
}
