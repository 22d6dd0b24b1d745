import { pages } from '#contract/paths.ts'
import { notFound } from '#web/content/pages.ts'
import { mainLinks } from '#web/content/site.ts'

const elsewhere = mainLinks.filter(
  ({ href }) => href === pages.about || href === pages.services || href === pages.contact,
)

export function NotFoundView() {
  return (
    <div className="wrap section">
      <p className="badge">{notFound.code}</p>
      <h1 className="mt-5 text-display">{notFound.heading}</h1>
      <p className="mt-5 max-w-[34rem] text-lead text-quiet">{notFound.text}</p>
      <a href={pages.home} className="button mt-8">
        {notFound.home}
      </a>
      <h2 className="mt-14 text-body tracking-normal">{notFound.other}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-8">
        {elsewhere.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="link inline-flex min-h-12 items-center">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
