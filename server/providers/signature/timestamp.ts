import { HttpTimestampAuthority, type TimestampAuthority, TimestampError } from '@libpdf/core'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'

const LIMIT_MS = 5_000

/** An authority that says when something was signed (RFC 3161); rejects with a `TimestampError` when it does not. */
export function createTimestampAuthority(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: LIMIT_MS })
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm)
      // The library takes whatever came back; a time for something else proves nothing.
      if (!Buffer.from(stampedDigest(token)).equals(digest)) {
        throw new TimestampError('the timestamp is for something else')
      }
      return token
    },
  }
}

function stampedDigest(token: Uint8Array): ArrayBuffer {
  try {
    const { content } = ContentInfo.fromBER(token)
    const { encapContentInfo } = new SignedData({ schema: content })
    const info = TSTInfo.fromBER(encapContentInfo.eContent?.getValue() ?? new ArrayBuffer())
    return info.messageImprint.hashedMessage.getValue()
  } catch {
    throw new TimestampError('the timestamp cannot be read')
  }
}
