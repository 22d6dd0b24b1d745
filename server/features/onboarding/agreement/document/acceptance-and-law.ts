import type { AgreementSection } from '#contract/schemas/agreements.ts'
import { agreementMessages } from '#contract/messages/agreements.ts'
import { list, paragraph, terms } from './blocks.ts'
import type { AgreementData } from './agreement-data.ts'

/** What ticking the box is in Indian law, said plainly (Information Technology Act, 2000, sections 3A and 10A). */
export function acceptance({ agency }: AgreementData): AgreementSection {
  return terms(
    'how-you-accept',
    'How you accept, and what that is in law',
    paragraph(
      `You accept this agreement by ticking the box “${agreementMessages.accept}” and pressing Submit, on our website, while this document is shown to you. It is then binding on both of us.`,
    ),
    list(
      'It is a contract formed electronically: section 10A of the Information Technology Act, 2000 says that a contract is not unenforceable merely because it was concluded by electronic means.',
      'It is not an electronic signature of the kinds listed in the Second Schedule to that Act, such as Aadhaar eSign or a digital signature certificate of your own. The law does not presume it to be your signature; who accepted what, and when, is proved by evidence.',
      'That evidence is a page at the end of the accepted form: your name, the time, the words you accepted, the address and the browser it came from, the verifications that preceded it, and a fingerprint (SHA-256) of the document that was shown.',
      'The accepted form is sealed with the agency’s certificate. The seal shows any later change to the file. It is the agency’s seal and not your signature.',
      `We may offer you to sign with a licensed eSign provider as well, and you may ask for it at ${agency.email}. You need not, and this agreement holds without it.`,
    ),
    paragraph(
      'You receive the sealed document by e-mail at the address above. You may ask us for another copy, also on paper, at any time.',
    ),
  )
}

export function law({ agency }: AgreementData): AgreementSection {
  return terms(
    'governing-law',
    'Governing law and courts',
    paragraph(
      'This agreement is governed by the laws of India. The courts in Surat, Gujarat, have exclusive jurisdiction over disputes that arise from it, as far as the law allows that to be agreed.',
    ),
    paragraph(
      `Before you go to court, please write to ${agency.email}: many disputes can be settled with a letter. Nothing here limits the rights that you have as a consumer under the Consumer Protection Act, 2019.`,
    ),
  )
}
