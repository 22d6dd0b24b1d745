import { agency, whereSet } from '#contract/schemas/agency.ts'
import { reachTexts } from '#messages/layout.ts'

// What the agency may have set; the server removes what is not set.

/** Its phone, WhatsApp, and when somebody answers. */
export function Call({ className }: { className: string }) {
  const [phone, hours, whatsapp] = [whereSet('phone'), whereSet('hours'), whereSet('whatsapp')]
  return (
    <>
      {phone.start}
      <p>
        <span>{reachTexts.phone}</span>{' '}
        <a href={`tel:${agency.phoneAddress}`} className={`${className} whitespace-nowrap`}>
          {agency.phone}
        </a>
      </p>
      {phone.end}
      {whatsapp.start}
      <p>
        <a href={`https://wa.me/${agency.whatsappAddress}`} rel="external noopener" className={className}>
          {reachTexts.whatsapp}
        </a>
      </p>
      {whatsapp.end}
      {hours.start}
      <p>{agency.hours}</p>
      {hours.end}
    </>
  )
}

export function MapLink({ className }: { className: string }) {
  const { start, end } = whereSet('map')
  return (
    <>
      {start}
      <a href={agency.map} rel="external noopener" className={className}>
        {reachTexts.map}
      </a>
      {end}
    </>
  )
}

/** Who answers, with a picture if there is one. */
export function ContactPerson() {
  const [person, picture] = [whereSet('person'), whereSet('picture')]
  return (
    <>
      {person.start}
      <div className="mt-6 flex items-center gap-4">
        {picture.start}
        <img
          src={agency.pictureAddress}
          width="64"
          height="64"
          alt=""
          loading="lazy"
          className="size-16 shrink-0 rounded-full object-cover"
        />
        {picture.end}
        <p>
          <span className="block text-small text-quiet">{reachTexts.person}</span>
          <span className="block font-semibold">{agency.person}</span>
        </p>
      </div>
      {person.end}
    </>
  )
}

/** Its licence and its number for GST. */
export function Proofs({ className }: { className: string }) {
  const rows = [
    { label: reachTexts.licence, key: 'licence' },
    { label: reachTexts.gstin, key: 'gstin' },
  ] as const
  return rows.map(({ label, key }) => {
    const { start, end } = whereSet(key)
    return (
      <Row key={key} start={start} end={end} className={className}>
        {`${label} ${agency[key]}`}
      </Row>
    )
  })
}

interface RowProps {
  start: string
  end: string
  className: string
  children: string
}

function Row({ start, end, className, children }: RowProps) {
  return (
    <>
      {start}
      <p className={className}>{children}</p>
      {end}
    </>
  )
}
