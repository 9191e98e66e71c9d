import type { FastifyReply } from 'fastify'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import { eTagsIn } from '../downloads/conditions.ts'
import { sendObject } from '../downloads/send-object.ts'
import { factsOf } from '../objects/object-facts.ts'
import { findObject, type ObjectRow } from '../objects/objects.store.ts'
import { isHeaderText } from '../request-parts.ts'
import type { Storage } from '../storage.service.ts'
import { storageError } from '../storage-error.ts'
import { keyOf } from './directory-markers.ts'
import { conditionally, mustFitSource, writeConditionIn } from './s3-conditions.ts'
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

type Parts = Pick<Storage, 'blobs' | 'catalog' | 'objects' | 'uploads'>

/** Calls about one object. */
export function s3Objects({ blobs, catalog, objects, uploads }: Parts) {
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

  /** Access is decided per bucket: an ACL is refused unless it says what holds anyway. */
  const mustBeGranted = async ({ ref, bucket }: S3Request, acl: string | undefined) => {
    if (acl === undefined || PRIVATE_ACLS.includes(acl)) return
    const { public: isPublic } = await catalog.as(ref, SERVICE, (rows) => findBucket(rows, bucket))
    if (acl !== 'public-read' || !isPublic)
      throw storageError('NotImplemented', 'Access is decided for a whole bucket, not by an ACL of an object')
  }

  return {
    find,

    async put(asked: S3Request, reply: FastifyReply) {
      const { ref, bucket, name } = asked
      const fields = fieldsOf(asked)
      const target = {
        ref,
        bucket,
        name,
        caller: SERVICE,
        owner: null,
        ...describedIn(fields),
        ...writeConditionIn(fields),
      }
      await mustBeGranted(asked, fields['x-amz-acl'])
      const { body, size } = uploadedBytes(asked)
      if (keyOf(name) !== name && size !== 0)
        throw storageError('InvalidKey', 'A folder has no bytes of its own')
      const { metadata } = await conditionally(async () =>
        uploads.store(target, body, await uploads.admit(target, size)),
      )
      return reply.header('etag', metadata.eTag).send()
    },

    async copy(asked: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = asked
      const fields = fieldsOf(asked)
      const { isUpsert, ifMatch } = writeConditionIn(fields)
      await mustBeGranted(asked, fields['x-amz-acl'])
      const { contentType, cacheControl, userMetadata, described } = describedIn(fields)
      const isReplaced = fields['x-amz-metadata-directive'] === 'REPLACE'
      const { tags, ...headers } = described
      const { metadata } = await conditionally(() =>
        objects.copy(ref, SERVICE, {
          from: copySource(asked),
          to: { bucket, name },
          replaces: ifMatch ?? isUpsert,
          mustFit(source) {
            const facts = factsOf(source)
            if (!facts) throw storageError('NoSuchKey')
            mustFitSource(fields, facts)
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

    async send(asked: S3Request, reply: FastifyReply) {
      const object = await find(asked)
      mustBeWhole(asked, object)
      reply.headers(metadataHeaders(object.user_metadata))
      return sendObject(
        { blobs, ref: asked.ref, object, overrides: overridesIn(asked) },
        asked.request,
        reply,
      )
    },

    /** The attributes that `x-amz-object-attributes` names. Checksums are not stored, so none are returned. */
    async attributes(asked: S3Request, reply: FastifyReply): Promise<[string, Xml]> {
      const facts = factsOf(await find(asked))
      if (!facts) throw storageError('NoSuchKey')
      const wanted = (fieldsOf(asked)['x-amz-object-attributes'] ?? '').split(',').map((one) => one.trim())
      if (!wanted.some((one) => ATTRIBUTES.includes(one)))
        throw storageError('InvalidRequest', `x-amz-object-attributes names some of ${ATTRIBUTES.join(', ')}`)
      reply.header('last-modified', facts.lastModified.toUTCString())
      const parts = partsCount(facts.eTag)
      const all: Record<string, Xml> = {
        ETag: facts.eTag.replaceAll('"', ''),
        ObjectParts: parts === undefined ? undefined : { PartsCount: parts },
        ObjectSize: facts.size,
        StorageClass: 'STANDARD',
      }
      return [
        'GetObjectAttributesResponse',
        Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))),
      ]
    },

    /** Deleting nothing is no error in S3, unless a condition says what must exist. */
    async remove(asked: S3Request) {
      const { ref, bucket, name, query } = asked
      mustBeCurrentVersion(query.versionId)
      const { 'if-match': match } = fieldsOf(asked)
      if (match !== undefined) return objects.removeMatching(ref, SERVICE, { bucket, name }, eTagsIn(match))
      await objects.remove(ref, SERVICE, bucket, [name])
    },

    async tags(asked: S3Request): Promise<[string, Xml]> {
      const tags = (await find(asked)).metadata?.tags ?? {}
      return ['Tagging', { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } }]
    },

    async setTags(asked: S3Request, xml?: string) {
      mustBeCurrentVersion(asked.query.versionId)
      const tags = checkedTags(
        elements(xml ?? '', 'Tag').map(
          (tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? ''] as const,
        ),
      )
      const isSet = await catalog.as(asked.ref, SERVICE, (rows) =>
        setTags(rows, asked.bucket, asked.name, tags),
      )
      if (!isSet) throw storageError('NoSuchKey')
    },

    readTags: documentIn,
  }
}

const PRIVATE_ACLS = ['private', 'bucket-owner-read', 'bucket-owner-full-control']
const ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize']

/** What a copy with its own metadata does not inherit. */
const NO_HEADERS = {
  contentDisposition: undefined,
  contentEncoding: undefined,
  contentLanguage: undefined,
  expires: undefined,
}

/** The number of parts that an object was uploaded in stands at the end of its ETag; undefined for one piece. */
const partsCount = (eTag: string) => {
  const count = /-(\d+)"$/.exec(eTag)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Where parts end is not kept: a part can be asked for only of an object that came in one piece. */
function mustBeWhole({ query }: S3Request, object: ObjectRow) {
  if (query.partNumber === undefined) return
  if (query.partNumber !== '1' || partsCount(factsOf(object)?.eTag ?? '') !== undefined)
    throw storageError('NotImplemented', 'The parts that an object was uploaded in are not kept')
}

/** Headers that the request sets in the answer, by name. */
function overridesIn({ query }: S3Request) {
  const pairs = OVERRIDES.flatMap((name) => {
    const value = query[`response-${name}`]
    if (value === undefined) return []
    if (!isHeaderText(value))
      throw storageError('InvalidRequest', `response-${name} cannot stand in a header`)
    return [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}
