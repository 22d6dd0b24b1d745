/** How sending an application ended. Apart from its form, which is read before anything is sent. */
export const careerMessages = {
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
  leaving: 'You will be taken to the home page in 3 seconds.',
} as const
