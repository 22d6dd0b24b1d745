import { agency } from '#contract/schemas/agency.ts'

export const about = {
  title: `About ${agency.name}`,
  lead: `We are an HR placement and recruitment firm in ${agency.city}, ${agency.state}. We bring people and work together.`,
  mission: {
    heading: 'Our mission',
    text: [
      'Connect businesses with top talent, and help job seekers find roles in which they do well and stay.',
      'A placement is right when both sides would choose it again a year later. So we ask more questions at the start, introduce fewer people, and tell each of them what to expect.',
    ],
  },
  specialisation: {
    heading: 'What we specialise in',
    lead: 'Placement is a craft of small, careful steps. These are the ones we keep to.',
    steps: [
      {
        title: 'A brief that can be checked',
        text: 'We write down the work, the pay, the place and the hours with the employer, and show it to every candidate.',
      },
      {
        title: 'A short list with reasons',
        text: 'Each name comes with what we verified, what we could not, and why we think the two of you should meet.',
      },
      {
        title: 'One person to call',
        text: 'The consultant who takes the brief stays with it through interviews, the offer and the first weeks at work.',
      },
    ],
  },
  industries: { heading: 'Industries we serve' },
  invitation: {
    heading: 'Tell us what you need',
    text: 'A role to fill, or a role to find. We answer every enquiry.',
    action: 'Contact us',
  },
}
