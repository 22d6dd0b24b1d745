/** What a scan of a file said; `off` means that no scanner is set up. */
export type ScanState = 'clean' | 'unscanned' | 'off'
export type ScanAnswer = ScanState | 'infected'

/** Looks for malware; never throws: a scanner that does not answer is `unscanned`. */
export interface ScannerPort {
  scan(bytes: Buffer): Promise<ScanAnswer>
}

/** The scanner of an agency that has none. */
export const noScanner: ScannerPort = { scan: () => Promise.resolve('off') }

/** The harmless test virus of EICAR, put together here so that no scanner takes our sources for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
