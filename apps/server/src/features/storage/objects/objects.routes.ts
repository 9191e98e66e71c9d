import {
  CopyRequest,
  DeleteRequest,
  MoveRequest,
  ObjectListRequest,
  ObjectListV2Request,
} from '@basalt/contract/storage/objects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import type { Gate } from '../../../http/gate.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import type { Catalog } from '../catalog.ts'
import { objectFor, optionalKey } from '../downloads/optional-key.ts'
import { sendObject } from '../downloads/send-object.ts'
import { listFolder } from '../listing/folder-page.store.ts'
import { listByCursor } from '../listing/list-by-cursor.store.ts'
import { addressIn, BASE, header, parsed } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { DEFAULT_CACHE_CONTROL, DEFAULT_TYPE, userMetadataIn } from '../uploads/incoming-upload.ts'
import { objectInfo } from './object-info.ts'
import type { ObjectService } from './objects.service.ts'
import type { ObjectRow } from './objects.store.ts'
import { readableObjects } from './readable-objects.ts'

interface Deps {
  gates: ApiGates
  blobs: BlobStore
  catalog: Catalog
  objects: ObjectService
}

/** Listing, moving, copying, deleting and describing objects. */
export const objectRoutes =
  ({ gates, blobs, catalog, objects }: Deps) =>
  async (app: FastifyInstance) => {
    const queryAs = (ref: string, caller: DatabaseCaller) => (statement: TripStatement) =>
      catalog.page(ref, caller, statement)
    const bucketOf = (request: { params: unknown }) => (request.params as { bucket: string }).bucket

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/list/:bucket`, summary: 'List a folder' },
      gates.key,
      async ({ project, caller }, request, reply) => {
        const input = parsed(ObjectListRequest, request.body)
        const queries = { query: queryAs(project.ref, caller), queryAsService: queryAs(project.ref, SERVICE) }
        const entries = await listFolder(queries, bucketOf(request), input)
        return reply.type('application/json').send(entries)
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/list-v2/:bucket`, summary: 'List objects by cursor' },
      gates.key,
      ({ project, caller }, request) => {
        const input = parsed(ObjectListV2Request, request.body)
        return listByCursor(queryAs(project.ref, caller), bucketOf(request), input)
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/move`, summary: 'Move an object' },
      gates.key,
      async ({ project, caller }, { body }) => {
        const { from, to } = relocation(parsed(MoveRequest, body))
        const { id } = await objects.move(project.ref, caller, from, to)
        return { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` }
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/copy`, summary: 'Copy an object' },
      gates.key,
      async ({ project, caller }, request) => {
        const input = parsed(CopyRequest, request.body)
        const { from, to } = relocation(input)
        const copied = await objects.copy(project.ref, caller, {
          from,
          to,
          replaces: header(request, 'x-upsert') === 'true',
          ...(!input.copyMetadata && {
            userMetadata: userMetadataIn(header(request, 'x-metadata')),
            replaced: {
              mimetype: input.metadata?.mimetype ?? DEFAULT_TYPE,
              cacheControl: input.metadata?.cacheControl ?? DEFAULT_CACHE_CONTROL,
            },
          }),
        })
        return {
          Id: copied.id,
          Key: `${to.bucket}/${to.name}`,
          id: copied.id,
          name: to.name,
          bucket_id: to.bucket,
          metadata: copied.metadata,
          user_metadata: copied.userMetadata,
        }
      },
    )

    mountRaw(
      app,
      { method: 'DELETE', path: `${BASE}/object/:bucket`, summary: 'Delete several objects' },
      gates.key,
      ({ project, caller }, request) => {
        const { prefixes } = parsed(DeleteRequest, request.body)
        return objects.remove(project.ref, caller, bucketOf(request), prefixes)
      },
    )

    mountRaw(
      app,
      { method: 'DELETE', path: `${BASE}/object/*`, summary: 'Delete an object' },
      gates.key,
      async ({ project, caller }, request) => {
        const { bucket, name } = addressIn(request)
        const deleted = await objects.remove(project.ref, caller, bucket, [name])
        if (deleted.length === 0) throw storageError('NoSuchKey')
        return { message: 'Successfully deleted' }
      },
    )

    const readable = readableObjects(catalog)
    const mountInfo = <C extends object>(
      path: `${typeof BASE}/object/${string}`,
      gate: Gate<C>,
      find: (entered: C, request: FastifyRequest) => Promise<ObjectRow>,
    ) => {
      mountRaw(
        app,
        { method: 'GET', path, summary: 'Get information about an object' },
        gate,
        async (entered, request) => objectInfo(await find(entered, request)),
      )
      mountRaw(
        app,
        { method: 'HEAD', path, summary: 'Get information about an object, in headers' },
        gate,
        async (entered, request, reply) => {
          const { ref } = request.params as { ref: string }
          return sendObject({ blobs, ref, object: await find(entered, request) }, request, reply)
        },
      )
    }
    mountInfo(`${BASE}/object/info/*`, optionalKey(gates), (entered, request) =>
      objectFor(readable, entered, request),
    )
    mountInfo(`${BASE}/object/info/authenticated/*`, gates.key, ({ project, caller }, request) =>
      readable.find(project.ref, caller, addressIn(request)),
    )
  }

function relocation({
  bucketId,
  sourceKey,
  destinationKey,
  destinationBucket,
  sourceVersionId,
}: {
  bucketId: string
  sourceKey: string
  destinationKey: string
  destinationBucket?: string | null | undefined
  sourceVersionId?: string | null | undefined
}) {
  if (sourceVersionId) throw storageError('NotSupported', 'Object versioning is not supported')
  return {
    from: { bucket: bucketId, name: sourceKey },
    to: { bucket: destinationBucket ?? bucketId, name: destinationKey.replace(/^\/+/, '') },
  }
}
