import { mainLinks } from '#web/content/site.ts'

interface NavLinksProps {
  /** Address of the page they stand on. */
  path: string
  className?: string
}

export function NavLinks({ path, className = 'nav-link' }: NavLinksProps) {
  return mainLinks.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className} aria-current={href === path ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ))
}
