/** What a person is reminded of. */
export type ReminderSubject = 'agreement' | 'mandate' | 'document'
