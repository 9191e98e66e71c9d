import type { FastifyReply } from 'fastify'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import { eTagsIn } from '../downloads/conditions.ts'
import { sendObject } from '../downloads/send-object.ts'
import { detailsOf } from '../objects/object-details.ts'
import { findObject, type ObjectRow } from '../objects/objects.store.ts'
import { isHeaderText } from '../request-parts.ts'
import type { StorageService } from '../storage.service.ts'
import { storageError } from '../storage-error.ts'
import { keyOf } from './directory-markers.ts'
import { conditionally, mustMeetSourceConditions, writeConditionIn } from './s3-conditions.ts'
import { setTags } from './s3-listing.store.ts'
import { metadataHeaders } from './s3-metadata.ts'
import { mustBeCurrentVersion, OVERRIDES } from './s3-operations.ts'
import {
  checkedTags,
  copySource,
  describedIn,
  documentIn,
  fieldsOf,
  type S3Request,
  uploadedBytes,
} from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

type Deps = Pick<StorageService, 'blobs' | 'catalog' | 'objects' | 'uploads'>

/** Object operations. */
export function s3Objects({ blobs, catalog, objects, uploads }: Deps) {
  /** Throws NoSuchBucket, NoSuchKey or NoSuchVersion. */
  const find = async ({ ref, bucket, name, query }: S3Request) => {
    mustBeCurrentVersion(query.versionId)
    const object = await catalog.as(ref, SERVICE, async (rows) => {
      await findBucket(rows, bucket)
      return findObject(rows, bucket, name)
    })
    if (!object) throw storageError('NoSuchKey')
    return object
  }

  /** Access is controlled per bucket, so an ACL is refused unless it matches the bucket's access. */
  const mustBeGranted = async ({ ref, bucket }: S3Request, acl: string | undefined) => {
    if (acl === undefined || PRIVATE_ACLS.includes(acl)) return
    const { public: isPublic } = await catalog.as(ref, SERVICE, (rows) => findBucket(rows, bucket))
    if (acl !== 'public-read' || !isPublic)
      throw storageError('NotImplemented', 'Access is controlled per bucket, not by an ACL of an object')
  }

  return {
    find,

    async put(s3Request: S3Request, reply: FastifyReply) {
      const { ref, bucket, name } = s3Request
      const fields = fieldsOf(s3Request)
      const target = {
        ref,
        bucket,
        name,
        caller: SERVICE,
        owner: null,
        ...describedIn(fields),
        ...writeConditionIn(fields),
      }
      await mustBeGranted(s3Request, fields['x-amz-acl'])
      const { body, size } = uploadedBytes(s3Request)
      if (keyOf(name) !== name && size !== 0)
        throw storageError('InvalidKey', 'A folder cannot contain bytes')
      const { metadata } = await conditionally(async () =>
        uploads.store(target, body, await uploads.admit(target, size)),
      )
      return reply.header('etag', metadata.eTag).send()
    },

    async copy(s3Request: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = s3Request
      const fields = fieldsOf(s3Request)
      const { isUpsert, ifMatch } = writeConditionIn(fields)
      await mustBeGranted(s3Request, fields['x-amz-acl'])
      const { contentType, cacheControl, userMetadata, described } = describedIn(fields)
      const isReplaced = fields['x-amz-metadata-directive'] === 'REPLACE'
      const { tags, ...headers } = described
      const { metadata } = await conditionally(() =>
        objects.copy(ref, SERVICE, {
          from: copySource(s3Request),
          to: { bucket, name },
          replaces: ifMatch ?? isUpsert,
          checkSource(source) {
            const details = detailsOf(source)
            if (!details) throw storageError('NoSuchKey')
            mustMeetSourceConditions(fields, details)
          },
          ...(isReplaced && { userMetadata }),
          replaced: {
            ...(isReplaced && { ...NO_HEADERS, ...headers, mimetype: contentType, cacheControl }),
            ...(fields['x-amz-tagging-directive'] === 'REPLACE' && { tags }),
          },
        }),
      )
      return ['CopyObjectResult', { ETag: metadata.eTag, LastModified: metadata.lastModified }]
    },

    async send(s3Request: S3Request, reply: FastifyReply) {
      const object = await find(s3Request)
      mustBeWhole(s3Request, object)
      reply.headers(metadataHeaders(object.user_metadata))
      return sendObject(
        { blobs, ref: s3Request.ref, object, overrides: overridesIn(s3Request) },
        s3Request.request,
        reply,
      )
    },

    /** The attributes listed in `x-amz-object-attributes`. Checksums are not stored and so not returned. */
    async attributes(s3Request: S3Request, reply: FastifyReply): Promise<[string, Xml]> {
      const details = detailsOf(await find(s3Request))
      if (!details) throw storageError('NoSuchKey')
      const requested = (fieldsOf(s3Request)['x-amz-object-attributes'] ?? '')
        .split(',')
        .map((one) => one.trim())
      if (!requested.some((one) => ATTRIBUTES.includes(one)))
        throw storageError(
          'InvalidRequest',
          `x-amz-object-attributes must name some of ${ATTRIBUTES.join(', ')}`,
        )
      reply.header('last-modified', details.lastModified.toUTCString())
      const parts = partsCount(details.eTag)
      const all: Record<string, Xml> = {
        ETag: details.eTag.replaceAll('"', ''),
        ObjectParts: parts === undefined ? undefined : { PartsCount: parts },
        ObjectSize: details.size,
        StorageClass: 'STANDARD',
      }
      return [
        'GetObjectAttributesResponse',
        Object.fromEntries(Object.entries(all).filter(([name]) => requested.includes(name))),
      ]
    },

    /** Deleting a missing object is not an error in S3, unless a condition requires it to exist. */
    async remove(s3Request: S3Request) {
      const { ref, bucket, name, query } = s3Request
      mustBeCurrentVersion(query.versionId)
      const { 'if-match': match } = fieldsOf(s3Request)
      if (match !== undefined) return objects.removeMatching(ref, SERVICE, { bucket, name }, eTagsIn(match))
      await objects.remove(ref, SERVICE, bucket, [name])
    },

    async tags(s3Request: S3Request): Promise<[string, Xml]> {
      const tags = (await find(s3Request)).metadata?.tags ?? {}
      return ['Tagging', { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } }]
    },

    async setTags(s3Request: S3Request, xml?: string) {
      mustBeCurrentVersion(s3Request.query.versionId)
      const tags = checkedTags(
        elements(xml ?? '', 'Tag').map(
          (tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? ''] as const,
        ),
      )
      const isSet = await catalog.as(s3Request.ref, SERVICE, (rows) =>
        setTags(rows, s3Request.bucket, s3Request.name, tags),
      )
      if (!isSet) throw storageError('NoSuchKey')
    },

    readTags: documentIn,
  }
}

const PRIVATE_ACLS = ['private', 'bucket-owner-read', 'bucket-owner-full-control']
const ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize']

/** Headers that a copy with its own metadata does not inherit. */
const NO_HEADERS = {
  contentDisposition: undefined,
  contentEncoding: undefined,
  contentLanguage: undefined,
  expires: undefined,
}

/** The part count at the end of a multipart ETag; undefined for an object uploaded in one piece. */
const partsCount = (eTag: string) => {
  const count = /-(\d+)"$/.exec(eTag)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Part boundaries are not stored, so `partNumber` is supported only for objects uploaded in one piece. */
function mustBeWhole({ query }: S3Request, object: ObjectRow) {
  if (query.partNumber === undefined) return
  if (query.partNumber !== '1' || partsCount(detailsOf(object)?.eTag ?? '') !== undefined)
    throw storageError('NotImplemented', 'The parts of an uploaded object are not stored')
}

/** Response headers set by the request, by name. */
function overridesIn({ query }: S3Request) {
  const pairs = OVERRIDES.flatMap((name) => {
    const value = query[`response-${name}`]
    if (value === undefined) return []
    if (!isHeaderText(value))
      throw storageError('InvalidRequest', `response-${name} is not a valid header value`)
    return [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}
