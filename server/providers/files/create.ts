import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Observe } from '#server/platform/observability/observe.ts'
import { createDiskFiles } from './disk.ts'
import type { FilesPort } from './port.ts'
import { createS3Files } from './s3.ts'

/** Where uploaded files are stored, as the settings name it; without metrics, since the operator's tool needs none. */
export function createFiles(config: Pick<Config, 's3' | 'dataDir'>): FilesPort {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDir, 'files'))
}

/** The same in the metrics; of a file that is read the time is that until its first byte may be had. */
export function createObservedFiles(config: Pick<Config, 's3' | 'dataDir'>, observe: Observe): FilesPort {
  const port = createFiles(config)
  const call = { provider: 'files', outcomeOf: () => 'ok' }
  return {
    ...port,
    put: (id, bytes) => observe({ ...call, operation: 'put', work: () => port.put(id, bytes) }),
    get: (id) => observe({ ...call, operation: 'get', work: () => port.get(id) }),
    remove: (id) => observe({ ...call, operation: 'remove', work: () => port.remove(id) }),
  }
}
