/** The contact form. */
export const enquiryLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone Number',
  enquiry: 'Enquiry',
  /** Of a field that programs fill in and no person sees. */
  website: 'Leave this empty',
  submit: 'Submit',
} as const

/** The career form; its documents have names of their own (`documentNames`). */
export const careerLabels = {
  full_name: 'Full name',
  email: 'Email',
  phone: 'Phone Number',
  date_of_birth: 'Date of birth',
  address: 'Address',
  documents: 'Documents',
  submit: 'Submit',
  /** A link, once the application is sent. */
  home: 'Go to the home page now',
} as const

/** Step 1 of the registration. */
export const detailLabels = {
  aadhaar_no: 'Aadhaar number',
  photo: 'Profile photo',
  name: 'Name',
  email: 'Email',
  gender: 'Gender',
  dob: 'DOB',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  country: 'Country',
  pincode: 'Pincode',
  /** What the field of the gender shows before one is chosen. */
  choose: 'Choose',
  /** The button beside a number that a code is sent for. */
  verify: 'Verify',
  /** The same button for those who hear it; `label` is the field's. */
  verifyOf: 'Verify {label}',
} as const

export const genderNames = { M: 'Male', F: 'Female', O: 'Others' } as const

/** How a number stands, in capitals where a script has them. */
export const badgeMessages = { verified: 'VERIFIED', open: 'NOT VERIFIED' } as const

/** A field for a file. */
export const fileFieldMessages = {
  /** The button, whose own words a browser has in its own language alone. */
  choose: 'Choose file',
  /** Beside that button. */
  drop: 'or drop the file here',
  takePhoto: 'Take photo',
  /** The same button for those who hear it; `label` is the field's. */
  takePhotoOf: 'Take photo of {label}',
  photoOf: 'Photo of {label}',
  remove: 'Remove',
  /** The same button for those who hear it; `name` is the file's. */
  removeFile: 'Remove {name}',
  removed: '{name} removed.',
  /** `size` is a size in words. */
  chosen: '{name} chosen, {size}.',
  remaking: 'Making the picture smaller…',
  /** After the size of a file. */
  madeFrom: 'made from a picture of {size}',
} as const

/** While an application is being sent; `sent` and `total` are sizes in words. */
export const uploadMessages = {
  sending: 'Sending: {sent} of {total}',
  checking: '{total} sent. Your documents are being checked…',
  /** Names the bar. */
  bar: 'Sending',
  percent: '{percent} % sent',
  cancel: 'Cancel',
  /** The same button for those who hear it. */
  cancelSending: 'Cancel sending',
} as const

/** A size in words: bytes below a kilobyte, then KB, then MB with one decimal. */
export const fileSizes = { bytes: '{size} bytes', kilobytes: '{size} KB', megabytes: '{size} MB' } as const

/** The short messages over a page. */
export const toastMessages = { close: 'Close' } as const
