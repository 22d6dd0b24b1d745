/** Something stored, as a listing shows it. */
export interface StoredFile {
  id: string
  /** Milliseconds. */
  storedAt: number
}

/** Keeps encrypted bytes under an id; what it is given is encrypted already, and it never sees a file's name. */
export interface FilesPort {
  /**
   * Resolves once the bytes would survive a power cut; rejects with `FilesUnavailable`, with `FilesFull` where there is no room, and what was there
   * stays.
   */
  put(id: string, bytes: Buffer): Promise<void>
  /** The bytes, or undefined when there is nothing under that id; rejects with `FilesUnavailable`, reading them too. */
  get(id: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes what is there; nothing there is fine. Rejects with `FilesUnavailable`. */
  remove(id: string): Promise<void>
  /** Everything stored, halves that a crash left too, in no order; rejects with `FilesUnavailable`. */
  list(): AsyncIterable<StoredFile>
  /** Resolves when files can be written and read. */
  ping(): Promise<void>
}

/** How object storage that speaks S3 is reached. */
export interface BucketOptions {
  /** Such as `https://s3.ap-south-1.amazonaws.com`, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The storage does not answer, is full or refuses us. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
  /** The reason again, since the log writes codes and no messages. */
  readonly code: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.code = reason
  }
}

/** The disk is full, or what the bucket or its account may hold is used up. */
export class FilesFull extends FilesUnavailable {
  override name = 'FilesFull'
}

/** The only ids a store takes: those of `newId`. No path and no other bucket can be spelt with them. */
export const fileId = /^[\w-]{32}$/
