/** The result of a scan; `off` means that no scanner is configured. */
export type ScanState = 'clean' | 'unscanned' | 'off'
export type ScanAnswer = ScanState | 'infected'

/** Looks for malware. Never throws: a scanner that does not answer gives `unscanned`. */
export interface ScannerPort {
  scan(bytes: Buffer): Promise<ScanAnswer>
}

export const noScanner: ScannerPort = { scan: () => Promise.resolve('off') }

/** The harmless EICAR test virus, assembled here so that no scanner reports our sources. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
