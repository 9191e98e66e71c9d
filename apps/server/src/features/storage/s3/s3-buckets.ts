import { BucketList } from '@basalt/contract/storage/buckets.schema.ts'
import type { AppError } from '../../../http/app-error.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import { eTagsIn } from '../downloads/conditions.ts'
import { factsOf } from '../objects/object-facts.ts'
import type { Storage } from '../storage.service.ts'
import { isReason, storageError } from '../storage-error.ts'
import { keyOf, nameOf } from './directory-markers.ts'
import { listEntries, objectsNamed } from './s3-listing.store.ts'
import { documentIn, fieldsOf, type S3Request } from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

const KEYS_MAX = 1000
const BUCKETS_MAX = 10_000
const iso = (time: string | Date) => new Date(time).toISOString()

/** Calls about buckets. Each returns the root element and its content. */
export function s3Buckets({ buckets, catalog, objects }: Pick<Storage, 'buckets' | 'catalog' | 'objects'>) {
  return {
    async list(asked: S3Request): Promise<[string, Xml]> {
      const { ref, query } = asked
      const [prefix, after] = [query.prefix ?? '', query['continuation-token'] ?? '']
      const limit = Number(query['max-buckets'] ?? BUCKETS_MAX)
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= BUCKETS_MAX))
        throw storageError('InvalidRequest', `max-buckets is a number from 1 to ${BUCKETS_MAX}`)
      const found = (await buckets.list(ref, SERVICE, BucketList.parse({})))
        .filter(({ name }) => name.startsWith(prefix) && (after === '' || name > after))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
      const shown = found.slice(0, limit)
      return [
        'ListAllMyBucketsResult',
        {
          Owner: { ID: ref, DisplayName: ref },
          Buckets: {
            Bucket: shown.map(({ name, created_at }) => ({ Name: name, CreationDate: iso(created_at) })),
          },
          ...(prefix && { Prefix: prefix }),
          ...(found.length > limit && { ContinuationToken: shown.at(-1)!.name }),
        },
      ]
    },

    /** `public-read` makes a public bucket; there is no other access to state. Returns where the bucket is. */
    async create(asked: S3Request) {
      const { 'x-amz-acl': acl = 'private' } = fieldsOf(asked)
      if (acl !== 'private' && acl !== 'public-read')
        throw storageError('NotImplemented', 'A bucket is private or public-read')
      await buckets.create(asked.ref, SERVICE, asked.bucket, { public: acl === 'public-read' })
      return `/${encodeURIComponent(asked.bucket)}`
    },

    find: ({ ref, bucket }: S3Request) => buckets.find(ref, SERVICE, bucket),

    async location({ ref, bucket, project }: S3Request): Promise<[string, Xml]> {
      await buckets.find(ref, SERVICE, bucket)
      return ['LocationConstraint', project.region]
    },

    /** A new object replaces the old one for good, which S3 calls suspended. */
    async versioning({ ref, bucket }: S3Request): Promise<[string, Xml]> {
      await buckets.find(ref, SERVICE, bucket)
      return ['VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' }]
    },

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
                    LastModified: iso(factsOf(object)?.lastModified ?? object.updated_at),
                    ETag: factsOf(object)?.eTag ?? '',
                    Size: factsOf(object)?.size ?? 0,
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

    /**
     * Objects without a condition are deleted in one statement; failures are listed beside the deleted ones. An object
     * that does not exist is one of them, as with the public service.
     */
    async deleteObjects(asked: S3Request): Promise<[string, Xml]> {
      const xml = await documentIn(asked)
      const wanted = elements(xml, 'Object').map(deletionIn)
      if (wanted.length === 0 || wanted.length > KEYS_MAX) throw storageError('MalformedXML')
      const { ref, bucket } = asked
      await buckets.find(ref, SERVICE, bucket)
      const plain = wanted.filter(({ refusal, eTag }) => !refusal && eTag === undefined)
      const removed = await objects.remove(
        ref,
        SERVICE,
        bucket,
        plain.map(({ key }) => nameOf(key)),
      )
      const gone = new Set(removed.map(({ name }) => name))
      const outcomes = await Promise.all(
        wanted.map(async ({ key, refusal, eTag }): Promise<{ key: string; error?: AppError | undefined }> => {
          if (refusal) return { key, error: refusal }
          if (eTag === undefined) return { key, error: gone.has(nameOf(key)) ? undefined : notDeleted() }
          return objects.removeMatching(ref, SERVICE, { bucket, name: nameOf(key) }, eTagsIn(eTag)).then(
            () => ({ key }),
            (error) => {
              if (!isReason(error, 'PreconditionFailed')) throw error
              return { key, error }
            },
          )
        }),
      )
      const isQuiet = textOf(xml, 'Quiet') === 'true'
      const failed = outcomes.flatMap(({ key, error }) => (error ? [{ key, error }] : []))
      return [
        'DeleteResult',
        {
          Deleted: isQuiet ? [] : outcomes.flatMap(({ key, error }) => (error ? [] : [{ Key: key }])),
          Error: failed.map(({ key, error }) => ({
            Key: key,
            Code: String(error.options.details?.reason),
            Message: error.message,
          })),
        },
      ]
    },
  }
}

const notDeleted = () =>
  storageError(
    'AccessDenied',
    "You do not have permission to delete this object or the object doesn't exists",
  )

/** One object of a DeleteObjects document. Unsupported conditions refuse it. */
function deletionIn(xml: string) {
  const key = textOf(xml, 'Key')
  if (!key) throw storageError('MalformedXML')
  const version = textOf(xml, 'VersionId')
  const isConditional = textOf(xml, 'LastModifiedTime') !== undefined || textOf(xml, 'Size') !== undefined
  return {
    key,
    eTag: textOf(xml, 'ETag'),
    refusal:
      version !== undefined && version !== 'null'
        ? storageError('NoSuchVersion')
        : isConditional
          ? storageError('NotImplemented', 'A deletion can depend on the ETag alone')
          : undefined,
  }
}

/** What version 1 continues after: the last key of a page, or a common prefix, which ends with the delimiter. */
const afterMarker = (marker: string, prefix: string, delimiter: string) =>
  delimiter === '' || marker === prefix ? nameOf(marker) : marker

const urlEncoded = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')
