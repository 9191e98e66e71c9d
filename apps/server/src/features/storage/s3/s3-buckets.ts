import { BucketList } from '@basalt/contract/storage/buckets.schema.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Storage } from '../storage.service.ts'
import { keyOf, nameOf } from './directory-markers.ts'
import { listEntries, objectsNamed } from './s3-listing.store.ts'
import { documentIn, type S3Request } from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

const KEYS_MAX = 1000
const iso = (time: string) => new Date(time).toISOString()

/** Calls about buckets. Each returns the root element and its content. */
export function s3Buckets({ buckets, catalog, objects }: Pick<Storage, 'buckets' | 'catalog' | 'objects'>) {
  return {
    async list({ ref }: S3Request): Promise<[string, Xml]> {
      const found = await buckets.list(ref, SERVICE, BucketList.parse({}))
      return [
        'ListAllMyBucketsResult',
        {
          Owner: { ID: ref, DisplayName: ref },
          Buckets: {
            Bucket: found.map(({ name, created_at }) => ({ Name: name, CreationDate: iso(created_at) })),
          },
        },
      ]
    },

    create: ({ ref, bucket }: S3Request) => buckets.create(ref, SERVICE, bucket, {}),
    find: ({ ref, bucket }: S3Request) => buckets.find(ref, SERVICE, bucket),
    remove: ({ ref, bucket }: S3Request) => buckets.remove(ref, SERVICE, bucket),

    /** List version 2 with `list-type=2`, else version 1. */
    async listObjects({ ref, bucket, query }: S3Request): Promise<[string, Xml]> {
      const isV2 = query['list-type'] === '2'
      const [prefix, delimiter] = [query.prefix ?? '', query.delimiter ?? '']
      const token = query['continuation-token']
      const after = isV2
        ? token
          ? Buffer.from(token, 'base64url').toString()
          : (query['start-after'] ?? '')
        : afterMarker(query.marker ?? '', prefix, delimiter)
      const asked = Number(query['max-keys'] ?? KEYS_MAX)
      const limit = Math.max(0, Math.min(KEYS_MAX, Number.isInteger(asked) ? asked : KEYS_MAX))
      const { entries, known } = await catalog.as(ref, SERVICE, async (rows) => {
        await findBucket(rows, bucket)
        const entries = await listEntries(rows, bucket, { prefix, delimiter, after, limit: limit + 1 })
        const names = entries.flatMap(({ entry, isPrefix }) => (isPrefix ? [] : [entry]))
        return { entries, known: await objectsNamed(rows, bucket, names) }
      })
      const shown = entries.slice(0, limit)
      const isTruncated = entries.length > limit && limit > 0
      const last = shown.at(-1)?.entry ?? ''
      const encode = query['encoding-type'] === 'url' ? urlEncoded : (text: string) => text
      return [
        'ListBucketResult',
        {
          Name: bucket,
          Prefix: encode(prefix),
          ...(delimiter && { Delimiter: encode(delimiter) }),
          MaxKeys: limit,
          ...(query['encoding-type'] === 'url' && { EncodingType: 'url' }),
          IsTruncated: isTruncated,
          ...(isV2
            ? {
                KeyCount: shown.length,
                ...(token && { ContinuationToken: token }),
                ...(isTruncated && { NextContinuationToken: Buffer.from(last).toString('base64url') }),
              }
            : { Marker: encode(query.marker ?? ''), ...(isTruncated && { NextMarker: encode(last) }) }),
          Contents: shown.flatMap(({ entry, isPrefix }) => {
            const object = isPrefix ? undefined : known.get(entry)
            return object
              ? [
                  {
                    Key: encode(keyOf(entry)),
                    LastModified: iso(object.metadata?.lastModified ?? object.updated_at),
                    ETag: object.metadata?.eTag ?? '',
                    Size: object.metadata?.size ?? 0,
                    StorageClass: 'STANDARD',
                  },
                ]
              : []
          }),
          CommonPrefixes: shown.flatMap(({ entry, isPrefix }) =>
            isPrefix ? [{ Prefix: encode(entry) }] : [],
          ),
        },
      ]
    },

    async deleteObjects(asked: S3Request): Promise<[string, Xml]> {
      const xml = await documentIn(asked)
      const keys = elements(xml, 'Object').flatMap((object) => textOf(object, 'Key') ?? [])
      await buckets.find(asked.ref, SERVICE, asked.bucket)
      await objects.remove(asked.ref, SERVICE, asked.bucket, keys.map(nameOf))
      const isQuiet = textOf(xml, 'Quiet') === 'true'
      return ['DeleteResult', { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) }]
    },
  }
}

/** What version 1 goes on after: the last key of a page, or a common prefix, which ends with the delimiter. */
const afterMarker = (marker: string, prefix: string, delimiter: string) =>
  delimiter === '' || marker === prefix ? nameOf(marker) : marker

const urlEncoded = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')
