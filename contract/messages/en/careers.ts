import { enquiryHints } from './enquiries.ts'

/** The documents of an application, by the field that they are sent in. */
export const documentNames = {
  resume: 'Resume',
  edu_certificate: 'Education certificate',
  aadhar_card: 'Aadhaar card',
  pan_card: 'PAN card',
} as const

/** The career form (specification sections 5 and 8). */
export const careerMessages = {
  fullNameRequired: 'Full name is required',
  emailInvalid: 'Invalid email address',
  phoneInvalid: 'Invalid phone number',
  /** Under a document's field: «Resume is required» belongs to the resume alone. */
  documentRequired: '{document} is required',
  birthRequired: 'Date of birth is required',
  birthInvalid: 'Date of birth must be a real date',
  birthInFuture: 'Date of birth cannot be after today',
  addressTooLong: 'Address is too long',
  sent: "Your application has been submitted successfully! We'll contact you soon.",
  /** Stored without its documents; the form shows it and leads nowhere. */
  documentsAwaited:
    'Your application has reached us, but not its documents: we have no room for files at the moment. We will e-mail you a link for sending them.',
  failed: 'Failed to submit application',
  duplicate: 'An application with this email or phone number is already registered.',
  duplicateBanner:
    'Already Registered! You have already submitted an application. Please wait for our response or contact support for any queries.',
  duplicateField: 'You have already applied for this position.',
  /** After the failure, when no answer of ours came back: a cut line, 30 seconds of standstill, a proxy's page. */
  unanswered:
    'Your application may not have reached us. What you wrote and chose is still here: please check your connection and try again.',
  cancelled: 'Sending was cancelled and nothing was kept. What you wrote and chose is still here.',
  /** Cancelled once every byte had left: nobody can tell any more. */
  cancelledLate:
    'Sending was cancelled after everything had left this device, so your application may have reached us. What you wrote and chose is still here.',
  filesAgain: 'Files have to be chosen again after a refresh.',
  leaving: 'You will be taken to the home page in 3 seconds.',
} as const

/** What is said in the career form before anything is wrong. */
export const careerHints = {
  mandatory: 'Fields marked * are mandatory.',
  email: enquiryHints.email,
  phone: enquiryHints.phone,
  aadhaar: 'Please choose a masked copy: one that shows only the last four digits of the number.',
} as const
