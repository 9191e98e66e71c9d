import { BucketList } from '@basalt/contract/storage/buckets.schema.ts'
import type { AppError } from '../../../http/app-error.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import { eTagsIn } from '../downloads/conditions.ts'
import { detailsOf } from '../objects/object-details.ts'
import type { StorageService } from '../storage.service.ts'
import { isReason, storageError } from '../storage-error.ts'
import { keyOf, nameOf } from './directory-markers.ts'
import { listEntries, objectsNamed } from './s3-listing.store.ts'
import { documentIn, fieldsOf, type S3Request } from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

const KEYS_MAX = 1000
const BUCKETS_MAX = 10_000
const iso = (time: string | Date) => new Date(time).toISOString()

/** Bucket operations. Each returns the root element and its content. */
export function s3Buckets({
  buckets,
  catalog,
  objects,
}: Pick<StorageService, 'buckets' | 'catalog' | 'objects'>) {
  return {
    async list(s3Request: S3Request): Promise<[string, Xml]> {
      const { ref, query } = s3Request
      const [prefix, after] = [query.prefix ?? '', query['continuation-token'] ?? '']
      const limit = Number(query['max-buckets'] ?? BUCKETS_MAX)
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= BUCKETS_MAX))
        throw storageError('InvalidRequest', `max-buckets must be between 1 and ${BUCKETS_MAX}`)
      const found = (await buckets.list(ref, SERVICE, BucketList.parse({})))
        .filter(({ name }) => name.startsWith(prefix) && (after === '' || name > after))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
      const page = found.slice(0, limit)
      return [
        'ListAllMyBucketsResult',
        {
          Owner: { ID: ref, DisplayName: ref },
          Buckets: {
            Bucket: page.map(({ name, created_at }) => ({ Name: name, CreationDate: iso(created_at) })),
          },
          ...(prefix && { Prefix: prefix }),
          ...(found.length > limit && { ContinuationToken: page.at(-1)!.name }),
        },
      ]
    },

    /** Supports the ACLs `private` and `public-read`, which makes the bucket public. Returns its location. */
    async create(s3Request: S3Request) {
      const { 'x-amz-acl': acl = 'private' } = fieldsOf(s3Request)
      if (acl !== 'private' && acl !== 'public-read')
        throw storageError('NotImplemented', 'A bucket can only be private or public-read')
      await buckets.create(s3Request.ref, SERVICE, s3Request.bucket, { public: acl === 'public-read' })
      return `/${encodeURIComponent(s3Request.bucket)}`
    },

    find: ({ ref, bucket }: S3Request) => buckets.find(ref, SERVICE, bucket),

    async location({ ref, bucket, project }: S3Request): Promise<[string, Xml]> {
      await buckets.find(ref, SERVICE, bucket)
      return ['LocationConstraint', project.region]
    },

    /** Objects are replaced without keeping versions, which S3 calls suspended. */
    async versioning({ ref, bucket }: S3Request): Promise<[string, Xml]> {
      await buckets.find(ref, SERVICE, bucket)
      return ['VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' }]
    },

    remove: ({ ref, bucket }: S3Request) => buckets.remove(ref, SERVICE, bucket),

    /** ListObjectsV2 with `list-type=2`, else ListObjects. */
    async listObjects({ ref, bucket, query }: S3Request): Promise<[string, Xml]> {
      const isV2 = query['list-type'] === '2'
      const [prefix, delimiter] = [query.prefix ?? '', query.delimiter ?? '']
      const token = query['continuation-token']
      const after = isV2
        ? token
          ? Buffer.from(token, 'base64url').toString()
          : (query['start-after'] ?? '')
        : afterMarker(query.marker ?? '', prefix, delimiter)
      const maxKeys = Number(query['max-keys'] ?? KEYS_MAX)
      const limit = Math.max(0, Math.min(KEYS_MAX, Number.isInteger(maxKeys) ? maxKeys : KEYS_MAX))
      const { entries, known } = await catalog.as(ref, SERVICE, async (rows) => {
        await findBucket(rows, bucket)
        const entries = await listEntries(rows, bucket, { prefix, delimiter, after, limit: limit + 1 })
        const names = entries.flatMap(({ entry, isPrefix }) => (isPrefix ? [] : [entry]))
        return { entries, known: await objectsNamed(rows, bucket, names) }
      })
      const page = entries.slice(0, limit)
      const isTruncated = entries.length > limit && limit > 0
      const last = page.at(-1)?.entry ?? ''
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
                KeyCount: page.length,
                ...(token && { ContinuationToken: token }),
                ...(isTruncated && { NextContinuationToken: Buffer.from(last).toString('base64url') }),
              }
            : { Marker: encode(query.marker ?? ''), ...(isTruncated && { NextMarker: encode(last) }) }),
          Contents: page.flatMap(({ entry, isPrefix }) => {
            const object = isPrefix ? undefined : known.get(entry)
            return object
              ? [
                  {
                    Key: encode(keyOf(entry)),
                    LastModified: iso(detailsOf(object)?.lastModified ?? object.updated_at),
                    ETag: detailsOf(object)?.eTag ?? '',
                    Size: detailsOf(object)?.size ?? 0,
                    StorageClass: 'STANDARD',
                  },
                ]
              : []
          }),
          CommonPrefixes: page.flatMap(({ entry, isPrefix }) =>
            isPrefix ? [{ Prefix: encode(entry) }] : [],
          ),
        },
      ]
    },

    /**
     * Objects without a condition are deleted in one statement. Failures are listed beside the deleted ones; a missing
     * object is a failure, like in the public service.
     */
    async deleteObjects(s3Request: S3Request): Promise<[string, Xml]> {
      const xml = await documentIn(s3Request)
      const deletions = elements(xml, 'Object').map(deletionIn)
      if (deletions.length === 0 || deletions.length > KEYS_MAX) throw storageError('MalformedXML')
      const { ref, bucket } = s3Request
      await buckets.find(ref, SERVICE, bucket)
      const plain = deletions.filter(({ refusal, eTag }) => !refusal && eTag === undefined)
      const removed = await objects.remove(
        ref,
        SERVICE,
        bucket,
        plain.map(({ key }) => nameOf(key)),
      )
      const removedNames = new Set(removed.map(({ name }) => name))
      const outcomes = await Promise.all(
        deletions.map(
          async ({ key, refusal, eTag }): Promise<{ key: string; error?: AppError | undefined }> => {
            if (refusal) return { key, error: refusal }
            if (eTag === undefined)
              return { key, error: removedNames.has(nameOf(key)) ? undefined : notDeleted() }
            return objects.removeMatching(ref, SERVICE, { bucket, name: nameOf(key) }, eTagsIn(eTag)).then(
              () => ({ key }),
              (error) => {
                if (!isReason(error, 'PreconditionFailed')) throw error
                return { key, error }
              },
            )
          },
        ),
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

/** One object of a DeleteObjects request. Unsupported conditions become a refusal. */
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
          ? storageError('NotImplemented', 'A deletion can only be conditional on the ETag')
          : undefined,
  }
}

/** The position of a version 1 marker: the last key of a page, or a common prefix, which ends with the delimiter. */
const afterMarker = (marker: string, prefix: string, delimiter: string) =>
  delimiter === '' || marker === prefix ? nameOf(marker) : marker

const urlEncoded = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')
