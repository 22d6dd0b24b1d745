import type { Config } from './config.ts'
import { StartError } from '#server/platform/data-folder.ts'

const databaseFaults: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'its host cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closes the connection',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no database of that name',
  '42501': 'its user may not create tables there',
  '53300': 'it has no free connection',
  '57P03': 'it is starting or stopping',
}

/** Errors of PostgreSQL's driver that have no code. */
const codeless: [words: RegExp, reason: string][] = [
  [/timeout|terminated/i, 'it does not answer as PostgreSQL does'],
  [/\bSASL\b|password/i, 'it refuses the user or the password'],
  [/\bSSL\b/i, 'it does not offer the requested encryption'],
]

/** SQLite's result codes that point to a problem with the folder. */
const sqliteFaults: Record<number, string> = {
  8: 'cannot be written: correct its permissions',
  10: 'cannot be read or written: check the disk',
  11: 'holds no usable database: restore it from a backup, or choose another folder',
  13: 'is on a full disk: free some space',
  14: 'cannot be read: correct its permissions',
  26: 'holds no usable database: restore it from a backup, or choose another folder',
}

/** Returns one line for the operator that says why the start failed; undefined for a defect of ours. */
export function startupError(error: unknown, config: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof StartError) return error.message
  const { code, port, syscall, hostname } = error as NodeJS.ErrnoException & {
    port?: number
    hostname?: string
  }
  const namesHost = syscall === 'getaddrinfo' && hostname === config.host
  if (syscall === 'listen' || namesHost) {
    return listenFault(code, port === undefined || port === config.port ? 'PORT' : 'METRICS_PORT', config)
  }
  return config.databaseUrl === undefined ? sqliteFault(error, config) : postgresFault(error)
}

function postgresFault(error: NodeJS.ErrnoException): string | undefined {
  const { code, message } = error
  const reason = code ? databaseFaults[code] : codeless.find(([words]) => words.test(message))?.[1]
  return reason && `DATABASE_URL cannot be used: ${reason}`
}

function sqliteFault(error: Error & { errcode?: number }, config: Config): string | undefined {
  // The low byte is the primary result code.
  const reason = error.errcode === undefined ? undefined : sqliteFaults[error.errcode & 0xff]
  return reason && `DATA_DIR ${config.dataDir} ${reason}`
}

function listenFault(code: string | undefined, name: 'PORT' | 'METRICS_PORT', config: Config): string {
  const port = name === 'PORT' ? config.port : config.metricsPort
  if (code === 'EADDRINUSE')
    return `${name} ${port} is in use: stop what listens there or set another ${name}`
  if (code === 'EACCES') return `${name} ${port} may not be used by this user: choose one above 1023`
  return `HOST ${config.host} cannot be listened on (${code}): choose an address of this machine`
}
