/**
 * The mails to a person, as plain text. A line of the text is a line of the mail, and an address that is to be followed
 * stands in a line of its own. `{name}` is the person's, `{agency}` the agency's as it is written within a sentence.
 */
export const personMails = {
  /** After a registration; `{link}` opens the agreement, `{page}` the page of the person's own. */
  welcome: {
    subject: 'Your registration, and your agreement',
    text: `Dear {name},

Your registration has reached us. The last step is your agreement: please read and accept it, now or later, here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.
If you have accepted it already, there is nothing left to do.

{fee}

At any time you see here where your registration stands, and can correct your details or withdraw:

{page}

Kind regards
{agency}`,
  },
  /** To somebody who continues the registration later; `{until}` is the day and time in India on which the link ends. */
  continueLater: {
    subject: 'Continue your registration',
    text: `Dear {name},

You wanted to continue your registration later. What you have verified is kept until {until} IST. Please go on here, on any device:

{link}

The page asks for a code that goes to the phone you verified, so nobody else can open it. Please have at hand your account number, the IFSC code and your net-banking login.
If you do not go on, what you gave us is deleted then.

Kind regards
{agency}`,
  },
  /** `{link}` opens the page on which another mandate is set up. */
  mandateFailed: {
    subject: 'Your bank mandate was not set up',
    text: `Dear {name},

Your bank did not set up the mandate of your registration. Your registration itself is safe.
Please check your bank details and try again here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.`,
  },
  /** With the PDF attached; `{reference}` is the agreement's, `{accepted}` the day and time in India. */
  agreementSigned: {
    subject: 'Your signed agreement {reference}',
    text: `Dear {name},

You accepted your agreement {reference} on {accepted} IST. Thank you.
The signed document is attached: please keep it. The agency’s seal on it shows any later change to the file.

{fee}

If you did not accept it, or have a question, please reach us:
    E-mail:   {email}
    Payments: {supportEmail}
    Privacy:  {privacyEmail}
    Post:     {street}, {city} {pincode}, {state}, India`,
  },
  /** After another mandate took the place of the one in a signed agreement; `{agreement}` is its reference, `{link}` opens the annex. */
  annexToSign: {
    subject: 'An annex to your agreement {agreement}',
    text: `Dear {name},

You have set up another bank mandate. Your signed agreement {agreement} names the earlier account, so there is an annex that names the new one. Please read and accept it here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.
If you have accepted it already, there is nothing left to do.`,
  },
  /** The same as `agreementSigned`, of an annex; `{agreement}` is the reference of the agreement that it belongs to. */
  annexSigned: {
    subject: 'Your signed annex {reference}',
    text: `Dear {name},

You accepted the annex {reference} to your agreement {agreement} on {accepted} IST. Thank you.
The signed document is attached: please keep it with the agreement. The agency’s seal on it shows any later change to the file.

If you did not accept it, or have a question, please reach us:
    E-mail:   {email}
    Payments: {supportEmail}
    Privacy:  {privacyEmail}
    Post:     {street}, {city} {pincode}, {state}, India`,
  },
  /** To the owner of an address under which, or under whose phone number, a second application came. */
  secondApplication: {
    subject: 'An application in your name',
    text: `An application with your e-mail address or phone number was sent from our career page, and we had one already.
So the new one was not taken.

If you sent both, there is nothing to do.
If you did not send the first one, please send your application from this page:

{link}

It works once, within seven days, and for this e-mail address alone. What you send takes the
place of an earlier application under this address.`,
  },
  /** The same where the second was for a vacancy that is open; `{vacancy}` is its reference, `{page}` the page of their own. */
  secondForVacancy: {
    subject: 'An application for a vacancy, in your name',
    text: `An application for the vacancy {vacancy} was sent from our career page with your e-mail address. We have an application of
yours already, so the new one was not taken.

To apply for this vacancy too, open your own page and press “Apply” beside it:

{page}

If you did not send the first application, please send yours from this page instead:

{link}

It works once, within seven days, and for this e-mail address alone. What you send takes the
place of an earlier application under this address. If you sent neither, there is nothing to do.`,
  },
  /** To an applicant whose application was stored without its documents, since there was no room for them. */
  documentsAwaited: {
    subject: 'Please send the documents of your application',
    text: `Your application has reached us, but not its documents: we had no room for files at that moment.
Please send it once more, with its documents, from this page:

{link}

It works once, within seven days, and for this e-mail address alone. What you send takes the place of the application
without documents. If you cannot send it from that page, please reply to this e-mail with your documents.
If you did not apply, there is nothing to do.`,
  },
  /** At once to whoever sent an enquiry; `{about}` says about which service. Nothing typed is quoted: anybody can name any address. */
  enquiryReceived: {
    subject: 'Your enquiry {reference}',
    text: `Thank you for writing to us. {about}

Reference: {reference}

We read it and answer within {days}, by e-mail or phone.
To add something, reply to this e-mail.

If you did not write to us, somebody gave your e-mail address by mistake. Please tell us by replying.

Kind regards
{agency}`,
  },
  /** The same after an application; `{page}` opens the page of the person's own, `{about}` says for which vacancy it is. */
  applicationReceived: {
    subject: 'Your application {reference}',
    text: `Thank you for your application. It has reached us. {about}

Reference: {reference}

We look for positions that suit you, and answer within {days}, by e-mail or phone.
To add something, reply to this e-mail.

At any time you see here where your application stands, and can add a document, apply to other vacancies or withdraw:

{page}

If you did not apply, somebody gave your e-mail address by mistake. Please tell us by replying.

Kind regards
{agency}`,
  },
  /** To an address that another took the place of, on a page of one's own. */
  addressChanged: {
    subject: 'Your e-mail address with us was changed',
    text: `The e-mail address of {reference} was changed on the page of your own, which a code to the phone on record opens. From now
on we write to the new address.

If that was you, there is nothing to do. If it was not, please tell us at once by replying to this e-mail.

{agency}`,
  },
  /** Once a person has withdrawn from everything on a page of their own; then from one vacancy alone. */
  withdrawn: {
    subject: 'You have withdrawn',
    text: `You have withdrawn {reference}, as you asked on the page of your own. Nothing more happens with it. What still has to be
ended with others, such as a bank mandate, we end and write to you about.

If it was not you, or you wish to come back, reply to this e-mail.

{agency}`,
  },
  withdrawnFrom: {
    subject: 'You have withdrawn: {title}',
    text: `You have withdrawn from this vacancy: {title}. Your application {reference} stands otherwise as before. You see it here:

{page}

If it was not you, or you wish to come back, reply to this e-mail.

{agency}`,
  },
  /** To an address that is to be put on record, with the link that does it. */
  confirmAddress: {
    subject: 'Please confirm your e-mail address',
    text: `Somebody asked us to write to this e-mail address from now on. If it was you, open this link. We ask for a code that goes to your
phone, and then the address is on record:

{page}

The link works for seven days. If it was not you, there is nothing to do.

{agency}`,
  },
  /** That another phone is on record; then that the earlier one is back. */
  phoneChanged: {
    subject: 'Your phone number with us was changed',
    text: `Another phone number took the place of yours for {reference}, on the page of your own. Codes now go to the new number.

If that was you, there is nothing to do. If it was not, you can take it back within 24 hours. Open this link and press “It was not
me”: we send a code to your earlier number. Your earlier e-mail address comes back with it.

{page}

{agency}`,
  },
  phoneTakenBack: {
    subject: 'Your earlier phone number is back',
    text: `Your earlier phone number and e-mail address are on record again for {reference}, and nobody else is signed in to your page any more.
The links that we sent you before open nothing now. This is your new one:

{page}

Please look whether your address is right there, and write to us if anything is not as you know it.

{agency}`,
  },
  /** What still waits, after days: `{link}` opens the agreement, `{stop}` the page on which reminders are stopped. */
  remindAgreement: {
    subject: 'Your agreement waits for you',
    text: `Dear {name},

You registered with us, and your agreement is not accepted yet. Please read and accept it here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.
If you have accepted it already, there is nothing left to do.

If you want no more of these reminders, say so here:

{stop}`,
  },
  remindAnnex: {
    subject: 'The annex to your agreement waits for you',
    text: `Dear {name},

You have set up another bank mandate, and the annex to your agreement that names its account is not accepted yet. Please read and accept it here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.
If you have accepted it already, there is nothing left to do.

If you want no more of these reminders, say so here:

{stop}`,
  },
  /** `{link}` opens the page on which another mandate is set up. */
  remindMandate: {
    subject: 'Your bank mandate is still to be set up',
    text: `Dear {name},

Your bank did not set up the mandate of your registration, and there is no other yet. Your registration itself is safe.
Please check your bank details and try again here:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.
If you have set it up already, there is nothing left to do.

If you want no more of these reminders, say so here:

{stop}`,
  },
  /** `{document}` is what staff asked for, `{link}` opens the page of the person's own. */
  remindDocument: {
    subject: 'A document is still missing from your application',
    text: `Dear {name},

To go on with your application we still need: {document}.

Please add it on your page, or send it in an answer to this e-mail:

{link}

If you have sent it already, there is nothing left to do.

If you want no more of these reminders, say so here:

{stop}`,
  },
  /** From here on staff send the mails, and fill in every placeholder but the name, the agency and the link. */
  received: {
    subject: 'We have received your message',
    text: `Dear {name},

Thank you for writing to us. Your message has reached us, and we will get back to you soon.

Kind regards
{agency}`,
  },
  /** `{words}` are what staff write, in lines of their own. */
  letter: {
    subject: 'A message from {agency} ({reference})',
    text: `Dear {name},

{words}

If you reply to this e-mail, your answer reaches us. Your reference is {reference}.

Kind regards
{agency}`,
  },
  interview: {
    subject: 'Invitation to an interview',
    text: `Dear {name},

We would like to talk with you about this position: {position}.

Day and time: {when}
Place: {where}

Please reply to this e-mail to confirm, or to tell us when it would suit you better.

Kind regards
{agency}`,
  },
  rejection: {
    subject: 'Your application',
    text: `Dear {name},

Thank you for your application for this position: {position}.
We have decided for somebody else this time. We wish you every success in your search.

Kind regards
{agency}`,
  },
  /** `{link}` opens the page of the person's own. */
  vacancyClosed: {
    subject: 'The vacancy is closed',
    text: `Dear {name},

You applied for this position: {position}.
The vacancy is closed now, and we do not look for anybody for it any more.

On your page you can see your application and apply to other open jobs:

{link}

Kind regards
{agency}`,
  },
  /** `{link}` opens the page of the person's own. */
  documentMissing: {
    subject: 'A document is missing from your application',
    text: `Dear {name},

Thank you for your application. To go on with it we still need: {document}.

Please add it on your page, or send it in an answer to this e-mail:

{link}

Kind regards
{agency}`,
  },
  /** `{link}` opens the page of an applicant's own, or an executive's agreement, or the mandate's page where the mandate failed. */
  linkAgain: {
    subject: 'Your link',
    text: `Dear {name},

Here is your link to us once more:

{link}

The link is yours alone: whoever has it can open your record. Please do not pass it on.

Kind regards
{agency}`,
  },
} as const

/** About the vacancy of an application, in its receipt and in the answer; `{vacancy}` is its title. */
export const appliedFor = {
  open: 'You applied for “{vacancy}”.',
  closed:
    'The vacancy “{vacancy}” is not open any more. We keep your application for other work that suits you.',
} as const
