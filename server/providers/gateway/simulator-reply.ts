/** What differs between the replies; everything else is absent in each. */
export interface ReplyParts {
  code: string
  message?: string
  errorMessage?: string
  error?: { code: string; desc: string }
  amount?: string
  identifier?: string
  dateTime?: string
  /** A mandate's registration number. */
  token?: string
  accountNo?: string
  /** The bank's own number of it (UMRN). */
  reference?: string
  /** What was asked for, as the answer to the browser repeats it. */
  details?: string
}

/** The envelope that every reply has; absent things are null, or empty texts, as the real one mixes them (wires 1.9). */
export function reply(asked: { id: string; transactionId: string; requestType: string }, parts: ReplyParts) {
  return {
    merchantCode: asked.id,
    merchantTransactionIdentifier: asked.transactionId,
    merchantTransactionRequestType: asked.requestType,
    responseType: 'web',
    transactionState: null,
    merchantAdditionalDetails: parts.details ?? null,
    paymentMethod: {
      token: parts.token ?? '',
      instrumentAliasName: '',
      instrumentToken: parts.accountNo ?? '',
      bankSelectionCode: '',
      paymentMode: null,
      aCS: null,
      oTP: null,
      paymentTransaction: {
        amount: parts.amount ?? null,
        balanceAmount: null,
        bankReferenceIdentifier: parts.reference ?? '',
        dateTime: parts.dateTime ?? null,
        errorMessage: parts.errorMessage ?? '',
        identifier: parts.identifier ?? '',
        refundIdentifier: '',
        statusCode: parts.code,
        statusMessage: parts.message ?? '',
        instruction: null,
        reference: null,
      },
      authentication: null,
      error: parts.error ?? { code: '', desc: '' },
      instrument: null,
    },
    error: null,
    merchantResponseString: null,
    pdfDownloadUrl: null,
  }
}
