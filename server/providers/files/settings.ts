import * as z from 'zod'
import { oneLine, type ValuesOf, webAddress } from '#server/config/setting-kinds.ts'
import type { BucketOptions } from './port.ts'

export const filesSettings = {
  S3_BUCKET: {
    default: 'none: files under DATA_DIR',
    meaning: 'the bucket for uploaded files instead; needs the other S3 settings',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  },
  S3_ENDPOINT: {
    default: 'none',
    meaning: 'such as `https://s3.ap-south-1.amazonaws.com`, without the bucket',
    schema: webAddress.optional(),
  },
  S3_REGION: { default: 'us-east-1', meaning: 'the region in request signatures', schema: oneLine },
  S3_ACCESS_KEY_ID: {
    default: 'none',
    meaning: 'the key that may read and write the bucket',
    schema: oneLine.optional(),
  },
  S3_SECRET_ACCESS_KEY: { default: 'none', meaning: 'its secret', schema: oneLine.optional() },
} as const

type Values = ValuesOf<typeof filesSettings>

/** A line for each setting that a bucket needs and that is missing. */
export function missingForBucket(values: Partial<Values>): string[] {
  if (values.S3_BUCKET === undefined) return []
  const needed = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  return needed
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} is missing: S3_BUCKET needs it`)
}

/** Object storage; undefined means files under DATA_DIR. */
export function bucketConfig(values: Values): BucketOptions | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) return undefined
  return { bucket, endpoint, region, accessKeyId, secretAccessKey }
}
