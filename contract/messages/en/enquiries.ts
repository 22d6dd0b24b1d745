export const enquiryMessages = {
  sent: 'Form submitted successfully!',
  failed: 'Something went wrong. Please try again.',
  /** Beside the button when no answer of ours came back: a cut line, 15 seconds of silence, a proxy's page. */
  unanswered:
    'Your enquiry may not have reached us. What you wrote is still here: please check your connection and try again.',
  /** Beside the button when the form's code is switched off or did not arrive. */
  notWorking:
    'This form needs JavaScript, and it has not started. Please reload the page, or write to the e-mail address at its foot.',
} as const

/** What is said under a label before anything is wrong. */
export const enquiryHints = {
  email: 'We reply to this address, such as name@example.in.',
  phone: '10 digits, with or without +91 in front.',
  enquiry: 'Up to 500 characters.',
} as const
