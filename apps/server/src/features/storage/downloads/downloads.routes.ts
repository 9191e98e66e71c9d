import { SignManyRequest, SignRequest } from '@basalt/contract/storage/objects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import { objectInfo } from '../objects/object-info.ts'
import { findObject, findObjects, type ObjectAddress } from '../objects/objects.store.ts'
import { readableObjects } from '../objects/readable-objects.ts'
import { addressIn, BASE, parsed, queryOf, sendNotSupported } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { objectFor, optionalKey } from './optional-key.ts'
import { sendObject } from './send-object.ts'
import type { Signatures } from './signatures.ts'

interface Deps {
  gates: ApiGates
  blobs: BlobStore
  catalog: Catalog
  signatures: Signatures
}

/** Downloads of objects, and signed URLs for them. */
export const downloadRoutes =
  ({ gates, blobs, catalog, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    const readable = readableObjects(catalog)
    const { findPublic } = readable

    mountRaw(
      app,
      { method: ['GET', 'HEAD'], path: `${BASE}/object/authenticated/*`, summary: 'Download an object' },
      gates.key,
      async ({ project: { ref }, caller }, request, reply) =>
        sendObject(
          { blobs, ref, object: await readable.find(ref, caller, addressIn(request)) },
          request,
          reply,
        ),
    )

    mountRaw(
      app,
      {
        method: ['GET', 'HEAD'],
        path: `${BASE}/object/*`,
        summary: 'Download an object, without a key from a public bucket',
      },
      optionalKey(gates),
      async (entered, request, reply) => {
        const { ref } = entered.project
        // A path without a slash names only a bucket, which has no URL here.
        if (!(request.params as { '*': string })['*'].includes('/')) return sendNotSupported(request, reply)
        return sendObject({ blobs, ref, object: await objectFor(readable, entered, request) }, request, reply)
      },
    )

    mountRaw(
      app,
      { method: ['GET', 'HEAD'], path: `${BASE}/object/public/*`, summary: 'Download from a public bucket' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) =>
        sendObject({ blobs, ref, object: await findPublic(ref, addressIn(request)) }, request, reply),
    )

    mountRaw(
      app,
      {
        method: 'GET',
        path: `${BASE}/object/info/public/*`,
        summary: 'Get information about a public object',
      },
      gates.anyone,
      async ({ project: { ref } }, request) => objectInfo(await findPublic(ref, addressIn(request))),
    )

    mountRaw(
      app,
      {
        method: 'HEAD',
        path: `${BASE}/object/info/public/*`,
        summary: 'Get information about a public object, in headers',
      },
      gates.anyone,
      async ({ project: { ref } }, request, reply) =>
        sendObject({ blobs, ref, object: await findPublic(ref, addressIn(request)) }, request, reply),
    )

    mountRaw(
      app,
      { method: ['GET', 'HEAD'], path: `${BASE}/object/sign/*`, summary: 'Download by signed URL' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const address = addressIn(request)
        await signatures.verify(ref, 'download', address, queryOf(request).token)
        return sendObject({ blobs, ref, object: await readable.find(ref, SERVICE, address) }, request, reply)
      },
    )

    const signed = async (ref: string, address: ObjectAddress, seconds: number) =>
      `/object/sign/${address.bucket}/${address.name}?token=${await signatures.sign(ref, 'download', address, {}, seconds)}`

    mountRaw(
      app,
      {
        method: 'POST',
        path: `${BASE}/object/sign/:bucket`,
        summary: 'Create signed URLs of several objects',
      },
      gates.key,
      async ({ project: { ref }, caller }, { params, body }) => {
        const { bucket } = params as { bucket: string }
        const { paths, expiresIn } = parsed(SignManyRequest, body)
        const found = await catalog.as(ref, caller, (rows) => findObjects(rows, bucket, paths))
        const names = new Set(found.map(({ name }) => name))
        return Promise.all(
          paths.map(async (path) =>
            names.has(path)
              ? { error: null, path, signedURL: await signed(ref, { bucket, name: path }, expiresIn) }
              : {
                  error: 'Either the object does not exist or you do not have access to it',
                  path,
                  signedURL: null,
                },
          ),
        )
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/sign/*`, summary: 'Create a signed URL of an object' },
      gates.key,
      async ({ project: { ref }, caller }, request) => {
        const { expiresIn, transform } = parsed(SignRequest, request.body)
        const address = addressIn(request)
        const object = await catalog.as(ref, caller, (rows) => findObject(rows, address.bucket, address.name))
        if (!object) throw storageError('NoSuchKey')
        if (transform) {
          const token = await signatures.sign(ref, 'render', address, { transform }, expiresIn)
          return { signedURL: `/render/image/sign/${address.bucket}/${address.name}?token=${token}` }
        }
        return { signedURL: await signed(ref, address, expiresIn) }
      },
    )
  }
