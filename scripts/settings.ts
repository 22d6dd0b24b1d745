// `npm run settings`: writes docs/settings.md and .env.example from server/config/settings.ts.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { settingsTexts } from './settings-text.ts'

for (const [file, text] of Object.entries(await settingsTexts())) {
  await writeFile(path.join(path.dirname(import.meta.dirname), file), text)
}
