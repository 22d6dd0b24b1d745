export interface StoredFile {
  id: string
  /** Milliseconds. */
  storedAt: number
}

/** Stores encrypted bytes under an id. It never sees plain content or the name of a file. */
export interface FilesPort {
  /**
   * Resolves once the bytes would survive a power cut. Rejects with `FilesFull` when there is no room and with
   * `FilesUnavailable` otherwise; the former content then stays.
   */
  put(id: string, bytes: Buffer): Promise<void>
  /** Returns the bytes, or undefined for an unknown id. The call and the iteration can reject with `FilesUnavailable`. */
  get(id: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes a file; an unknown id is not an error. Rejects with `FilesUnavailable`. */
  remove(id: string): Promise<void>
  /** Lists all files, in no order, with those that a crash left half written. Rejects with `FilesUnavailable`. */
  list(): AsyncIterable<StoredFile>
  ping(): Promise<void>
}

/** Access to an object storage with the S3 API. */
export interface BucketOptions {
  /** Without the bucket, for example `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The storage does not answer, is full, or refuses our credentials. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
  readonly statusCode = 503
  /** Repeats the message, because the log writes codes and no messages. */
  readonly code: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.code = reason
  }
}

/** The disk is full, or the quota of the bucket or account is used up. */
export class FilesFull extends FilesUnavailable {
  override name = 'FilesFull'
}

/** Ids as `newId` makes them. They cannot spell a path or another bucket. */
export const fileId = /^[\w-]{32}$/
