import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { createDiskFiles } from './disk.ts'
import type { FilesPort } from './port.ts'
import { createS3Files } from './s3.ts'

/** Where uploaded files are kept, as the settings name it; by itself, since the operator's tool needs no more. */
export function createFiles(config: Config): FilesPort {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDir, 'files'))
}
