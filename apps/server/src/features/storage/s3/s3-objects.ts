import type { FastifyReply } from 'fastify'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import { sendObject } from '../downloads/send-object.ts'
import { findObject } from '../objects/objects.store.ts'
import { header, isHeaderText } from '../request-parts.ts'
import type { Storage } from '../storage.service.ts'
import { storageError } from '../storage-error.ts'
import { keyOf } from './directory-markers.ts'
import { setTags } from './s3-listing.store.ts'
import { metadataHeaders, userMetadataIn } from './s3-metadata.ts'
import {
  cacheControlIn,
  contentTypeIn,
  copySource,
  documentIn,
  type S3Request,
  uploadedBytes,
} from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

type Parts = Pick<Storage, 'blobs' | 'catalog' | 'objects' | 'uploads'>

/** Calls about one object. */
export function s3Objects({ blobs, catalog, objects, uploads }: Parts) {
  const find = async ({ ref, bucket, name }: Pick<S3Request, 'ref' | 'bucket' | 'name'>) => {
    const object = await catalog.as(ref, SERVICE, async (rows) => {
      await findBucket(rows, bucket)
      return findObject(rows, bucket, name)
    })
    if (!object) throw storageError('NoSuchKey')
    return object
  }

  return {
    find,

    async put(asked: S3Request, reply: FastifyReply) {
      const { ref, bucket, name } = asked
      const target = {
        ...{ ref, bucket, name, caller: SERVICE, owner: null, isUpsert: true },
        contentType: contentTypeIn(asked),
        cacheControl: cacheControlIn(asked),
        userMetadata: userMetadataIn(asked),
      }
      const { body, size } = uploadedBytes(asked)
      if (keyOf(name) !== name && size !== 0)
        throw storageError('InvalidKey', 'A folder has no bytes of its own')
      if (header(asked.request, 'if-none-match') === '*') target.isUpsert = false
      const { metadata } = await uploads.store(target, body, await uploads.admit(target, size))
      return reply.header('etag', metadata.eTag).send()
    },

    async copy(asked: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name, request } = asked
      const isReplaced = header(request, 'x-amz-metadata-directive') === 'REPLACE'
      const { metadata } = await objects.copy(ref, SERVICE, {
        ...{ from: copySource(asked), to: { bucket, name }, isUpsert: true },
        ...(isReplaced && {
          userMetadata: userMetadataIn(asked),
          replaced: { mimetype: contentTypeIn(asked), cacheControl: cacheControlIn(asked) },
        }),
      })
      return ['CopyObjectResult', { ETag: metadata.eTag, LastModified: metadata.lastModified }]
    },

    async send(asked: S3Request, reply: FastifyReply) {
      const object = await find(asked)
      reply.headers(metadataHeaders(object.user_metadata))
      const disposition = asked.query['response-content-disposition']
      if (disposition !== undefined) {
        if (!isHeaderText(disposition))
          throw storageError('InvalidRequest', 'response-content-disposition cannot stand in a header')
        reply.header('content-disposition', disposition)
      }
      return sendObject({ blobs, ref: asked.ref, object }, asked.request, reply)
    },

    /** S3 is content when there is nothing to delete. */
    remove: ({ ref, bucket, name }: S3Request) => objects.remove(ref, SERVICE, bucket, [name]),

    async tags(asked: S3Request): Promise<[string, Xml]> {
      const { tags = {} } = (await find(asked)).metadata as { tags?: Record<string, string> }
      return ['Tagging', { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } }]
    },

    async setTags(asked: S3Request, xml?: string) {
      const tags = Object.fromEntries(
        elements(xml ?? '', 'Tag').map((tag) => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? '']),
      )
      const isSet = await catalog.as(asked.ref, SERVICE, (rows) =>
        setTags(rows, asked.bucket, asked.name, tags),
      )
      if (!isSet) throw storageError('NoSuchKey')
    },

    readTags: documentIn,
  }
}
