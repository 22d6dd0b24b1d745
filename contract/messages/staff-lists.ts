import type { RecordFilters } from '#contract/schemas/staff-records.ts'

/** The filters of a list. */
export const filterNames: Record<keyof RecordFilters, string> = {
  status: 'Status',
  assigned: 'Assigned to',
  from: 'Received from',
  to: 'Received to',
  place: 'Place',
  document: 'Document',
  mandate: 'Mandate',
  sector: 'Sector',
  vacancy: 'Vacancy',
  superseded: 'Replaced ones',
}

/** What the columns of an export are called that are no fields of a form. */
export const exportColumns: Readonly<Record<string, string>> = {
  reference: 'Reference',
  status: 'Status',
  assigned_to: 'Assigned to',
  created_at: 'Received',
  changed_at: 'Last changed',
  suspect: 'Marked as suspect',
  notice: 'Privacy notice',
  language: 'Reads',
  documents: 'Documents',
  vacancies: 'Vacancies',
  superseded_by: 'Replaced by',
  transaction_id: 'Transaction',
  mandate: 'Mandate',
  mandate_reg_no: 'Registration number',
  account_name: 'Account name',
  account_no: 'Account number',
  ifsc_code: 'IFSC',
}
