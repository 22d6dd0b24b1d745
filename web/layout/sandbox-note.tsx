import { sandboxOnly } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'

/** Said on every page while a provider is the sandbox's simulator; the server takes it out otherwise. */
export function SandboxNote() {
  return (
    <>
      {sandboxOnly.start}
      <aside className="sandbox-note" aria-label="Sandbox">
        <p className="wrap">
          <strong>Sandbox.</strong> Messages stay on this machine and reach nobody.{' '}
          <a href={pages.sandbox} className="link">
            See them
          </a>
        </p>
      </aside>
      {sandboxOnly.end}
    </>
  )
}
