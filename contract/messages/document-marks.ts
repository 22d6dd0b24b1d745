import type { DocumentMark } from '#contract/schemas/documents.ts'

const markNames: Record<DocumentMark, string> = {
  hidden: 'another file hidden in it',
  script: 'scripts',
  action: 'actions that start or open something',
  field: 'fields that fetch or run something',
  template: 'a template on another computer',
  linked: 'parts that are fetched from elsewhere',
  control: 'controls (ActiveX)',
  object: 'files of other programs',
  attachment: 'attached files',
  media: 'sound, film or 3D',
  otherLink: 'links to places other than the web',
  form: 'a form',
  irregular: 'parts that could not be looked into',
  oldWord: 'the old Word format, which cannot be fully checked',
  link: 'links to the web',
}

/** What was found in a document: «scripts, links to the web». */
export function marksInWords(marks: readonly DocumentMark[]): string {
  return marks.map((mark) => markNames[mark]).join(', ')
}
