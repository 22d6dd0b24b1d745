import { agreementParts } from '#contract/paths.ts'

/** The addresses of one agreement, all of them open by what its own carries. */
export interface AgreementAddresses {
  open: string
  download: string
  text: string
  shown: string
}

/** The server names its own host, which need not be the one this page was asked from; only the path counts. */
export function agreementAddresses(url: string): AgreementAddresses {
  const { pathname, search } = new URL(url, location.href)
  return {
    open: pathname + search,
    download: `${pathname}${search}&download=1`,
    text: pathname + agreementParts.text + search,
    shown: pathname + agreementParts.shown + search,
  }
}
