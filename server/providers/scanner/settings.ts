import { url } from '#server/config/setting-kinds.ts'

export const scannerSettings = {
  CLAMD_URL: {
    default: 'none: files are not scanned',
    meaning: 'the virus scanner: `tcp://host:3310` or `unix:///path/of/socket`',
    schema: url(['tcp:', 'unix:'], 'must begin with tcp:// or unix://').optional(),
  },
} as const
