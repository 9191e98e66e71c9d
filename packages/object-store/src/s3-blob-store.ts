import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type BlobStore, type Bytes, checkKey } from './blob-store.ts'
import { counted, measure } from './measure.ts'

const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** How long connecting may take, and how long a service may send and accept nothing, in milliseconds. */
const CONNECT_MS = 10_000
const SILENCE_MS = 60_000

export interface S3Location {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * The bucket's name is part of the path, because not every service has a host name for each bucket. A service that falls
 * silent is an error after a minute.
 */
export function openS3BlobStore(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Location,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
) {
  return s3BlobStore(
    new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    }),
    bucket,
  )
}

/** Stores blobs in a bucket of an S3 service, in parts of 8 MiB, two of which are in memory at a time. */
export function s3BlobStore(client: S3Client, bucket: string): BlobStore {
  const send = async (key: string, body: Bytes) => {
    const { bytes, size } = counted(body)
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: Readable.from(bytes, { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    })
    await upload.done()
    return { size: size() }
  }
  return {
    async write(key, body) {
      return send(checkKey(key), body)
    },
    async writeHashed(key, body) {
      const { bytes, info } = measure(body)
      await send(checkKey(key), bytes)
      return info()
    },
    async adopt(key, file) {
      await send(checkKey(key), createReadStream(file))
    },
    async read(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: checkKey(key),
            ...(range && range.end >= range.start && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        return Body as Readable
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) }))
    },
    async *list(folder) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${folder}/` }))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key) yield { key: Key, writtenAt: LastModified ?? new Date(0) }
    },
  }
}
