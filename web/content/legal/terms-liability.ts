import { agency } from '#contract/schemas/agency.ts'
import { bullets, mailLink, paragraph, type LegalSection } from './legal-text.ts'

export const warranties: LegalSection = {
  id: 'disclaimer-of-warranties',
  heading: 'Disclaimer of Warranties',
  blocks: [
    paragraph(
      'The website, its content and the services offered through it are provided “as is” and “as available”. As far as the law allows, we give no warranty of any kind, express or implied, including any warranty of merchantability, fitness for a particular purpose or non-infringement. In particular we do not warrant that:',
    ),
    bullets(
      'the website is always available, timely or free of errors, or that errors are corrected;',
      'the website, or the server that provides it, is free of viruses and other harmful parts;',
      'files that you download from the website are free of them; you are responsible for protecting your device and for keeping copies of your data;',
      'the services of others that the website depends on, such as identity verification, text messages, e-mail and bank mandates, work at a given time;',
      'the website meets your needs or expectations.',
    ),
    paragraph('This does not affect warranties that the law does not allow us to exclude or limit.'),
  ],
}

export const liability: LegalSection = {
  id: 'limitation-of-liability',
  heading: 'Limitation of Liability',
  blocks: [
    paragraph(
      `As far as the law allows, neither ${agency.name} nor its owners, directors, employees, agents and licensors are liable for damage of the following kinds that arises from your use of the website, or from being unable to use it, on whatever legal ground and even if it could be foreseen:`,
    ),
    bullets(
      'indirect, special, incidental, consequential or punitive damage;',
      'loss of income, profit, business, savings, goodwill or an opportunity of work;',
      'loss or corruption of data;',
      'damage caused by another website that ours links to, or by an employer, a candidate, a bank or another third party.',
    ),
    paragraph(
      'What you can claim under a separate agreement for a service is governed by that agreement. Where no offer is secured within the 90 days of the placement commitment, the remedy is the one in the Refund Policy.',
    ),
    paragraph(
      'Nothing in these terms limits liability for fraud, for death or injury caused by negligence, or any other liability that cannot be limited by law, nor the rights that you have as a consumer under the Consumer Protection Act, 2019.',
    ),
  ],
}

export const indemnification: LegalSection = {
  id: 'indemnification',
  heading: 'Indemnification',
  blocks: [
    paragraph(
      `You agree to indemnify ${agency.name}, its owners, directors, employees and agents, and to hold them harmless, against claims by others and against the resulting liabilities, damages, awards, costs and reasonable legal fees, as far as they arise from:`,
    ),
    bullets(
      'your breach of these terms, or of a law;',
      'information or documents that you sent us and that were false, or were not yours to send;',
      'your use of the website’s content in a way that these terms do not allow.',
    ),
    paragraph(
      'We tell you of such a claim without delay, and do not settle it at your cost without having heard you.',
    ),
  ],
}

export const governingLaw: LegalSection = {
  id: 'governing-law-and-jurisdiction',
  heading: 'Governing Law and Jurisdiction',
  blocks: [
    paragraph(
      'All matters about the website and these terms, and any dispute or claim that arises from them or is related to them, are governed by the laws of India, without regard to rules that would lead to the law of another place.',
    ),
    paragraph(
      'Disputes are brought before the courts of Surat, India, which have exclusive jurisdiction. You accept the jurisdiction of these courts over you and waive objections to them as the place of proceedings.',
    ),
    paragraph(
      'Before you go to court, please write to ',
      mailLink(agency.email),
      '. Many disputes can be settled with a letter. Writing to us does not stop the time limit in the next section.',
    ),
  ],
}

export const timeLimit: LegalSection = {
  id: 'limitation-on-time-to-file-claims',
  heading: 'Limitation on Time to File Claims',
  blocks: [
    paragraph(
      'Any cause of action or claim that you may have arising out of or relating to these terms or the website must be commenced within one year after the cause of action arises; otherwise it is permanently barred.',
    ),
    paragraph(
      'Where the law does not allow a shorter period than its own to be agreed, the period set by the law applies.',
    ),
  ],
}
