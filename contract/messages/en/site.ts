/** The words of the links to pages, in menu and footer. */
export const linkLabels = {
  home: 'Home',
  about: 'About',
  services: 'Services',
  contact: 'Contact',
  career: 'Career',
  jobs: 'Jobs',
  signUp: 'Sign Up',
  register: 'Register',
  privacy: 'Privacy Policy',
  terms: 'Terms of Use',
  refundPolicy: 'Refund Policy',
  facebook: 'Facebook',
  instagram: 'Instagram',
} as const

export const footerTexts = {
  quickLinks: 'Quick Links',
  services: 'Services',
  tagline: '[[agency.nameStart]] is your trusted HR placement partner.',
} as const

export const homePage = {
  welcome: 'Welcome to [[agency.name]],',
  promise: 'Your Trusted HR Placement Partner',
  learnMore: {
    label: 'Learn More',
    /** Follows the label for those who hear the link alone; the space is part of it. */
    more: ' about [[agency.name]]',
  },
  employers: { question: 'Hiring?', label: 'Services for employers' },
  jobSeekers: { question: 'Looking for work?', label: 'Services for job seekers' },
  about: {
    badge: 'About Us',
    headline: 'Your Career, Our Commitment',
    intro: [
      '[[agency.nameStart]] connects businesses with top talent and helps job seekers find roles that suit them.',
      'We listen to both sides before we introduce anyone: what the work really asks for, and what the person really wants. Then we stay in touch until the first day and after it.',
    ],
  },
  whatWeDo: {
    heading: 'What We Do',
    lead: 'Five sectors, one way of working: read the role closely, know the people in it, introduce the few who fit.',
  },
  /** Names the two that follow, for those who hear the page. */
  missionAndVision: 'Mission and vision',
  mission: {
    heading: 'Mission',
    text: 'To bring people and work together honestly: employers meet candidates who fit, and job seekers reach roles in which they can grow.',
  },
  vision: {
    heading: 'Vision',
    text: 'To be the placement partner that employers call first and job seekers recommend to a friend, across India.',
  },
} as const

/** The carousel of the home page, as it is heard. */
export const carouselTexts = {
  heading: 'Testimonials',
  /** What a screen reader calls the whole, and one of its parts. */
  carousel: 'carousel',
  slide: 'slide',
  position: '{number} of {total}',
  previous: 'Previous testimonial',
  choose: 'Choose a testimonial',
  one: 'Testimonial {number} of {total}',
  next: 'Next testimonial',
  monogram: 'Monogram of {name}',
} as const

/** Fixed sample content: of a site in production the agency sets its own. */
export const testimonialTexts = {
  patel: {
    name: 'Anita Patel',
    text: 'We asked for three quality engineers and met five people, every one of them worth the hour. Two are now leading shifts. Nobody sent us a pile of CVs and hoped.',
  },
  mehta: {
    name: 'Rahul Mehta',
    text: 'It was my first job and I did not know what to ask. They went through the offer with me line by line, told me what was normal, and called again after my first week.',
  },
  shaikh: {
    name: 'Farah Shaikh',
    text: 'Our clinic needed a night nurse within ten days. They said on day one what was possible and what was not, and the person they found is still with us.',
  },
} as const
