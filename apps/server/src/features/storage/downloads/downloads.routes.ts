import { SignManyRequest, SignRequest } from '@basalt/contract/storage/objects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Transaction } from '../../../platform/project-databases/project-databases.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { objectInfo } from '../objects/object-info.ts'
import { findObject, findObjects, type ObjectAddress } from '../objects/objects.store.ts'
import { addressIn, BASE, parsed, queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { sendObject } from './send-object.ts'
import type { Signatures } from './signatures.ts'

interface Deps {
  gates: ApiGates
  blobs: BlobStore
  catalog: Catalog
  signatures: Signatures
}

/** Objects that go out, and the addresses that let them. */
export const downloadRoutes =
  ({ gates, blobs, catalog, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    const find = async (ref: string, caller: DatabaseCaller, { bucket, name }: ObjectAddress) => {
      const object = await catalog.as(ref, caller, (rows) => findObject(rows, bucket, name))
      if (!object) throw storageError('NoSuchKey')
      return object
    }
    const findPublic = (ref: string, address: ObjectAddress) =>
      catalog.as(ref, SERVICE, (rows) => publicObject(rows, address))

    for (const path of [`${BASE}/object/*`, `${BASE}/object/authenticated/*`] as const)
      mountRaw(
        app,
        { method: ['GET', 'HEAD'], path, summary: 'Download an object' },
        gates.key,
        async ({ project: { ref }, caller }, request, reply) =>
          sendObject({ blobs, ref, object: await find(ref, caller, addressIn(request)) }, request, reply),
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
      { method: 'GET', path: `${BASE}/object/info/public/*`, summary: 'What is known of a public object' },
      gates.anyone,
      async ({ project: { ref } }, request) => objectInfo(await findPublic(ref, addressIn(request))),
    )

    mountRaw(
      app,
      {
        method: 'HEAD',
        path: `${BASE}/object/info/public/*`,
        summary: 'What is known of a public object, in headers',
      },
      gates.anyone,
      async ({ project: { ref } }, request, reply) =>
        sendObject({ blobs, ref, object: await findPublic(ref, addressIn(request)) }, request, reply),
    )

    mountRaw(
      app,
      { method: ['GET', 'HEAD'], path: `${BASE}/object/sign/*`, summary: 'Download by a signed address' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const address = addressIn(request)
        await signatures.verify(ref, 'download', address, queryOf(request).token)
        return sendObject({ blobs, ref, object: await find(ref, SERVICE, address) }, request, reply)
      },
    )

    const signed = async (ref: string, address: ObjectAddress, seconds: number) =>
      `/object/sign/${address.bucket}/${address.name}?token=${await signatures.sign(ref, 'download', address, {}, seconds)}`

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/sign/:bucket`, summary: 'Sign addresses of several objects' },
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
      { method: 'POST', path: `${BASE}/object/sign/*`, summary: 'Sign the address of an object' },
      gates.key,
      async ({ project: { ref }, caller }, request) => {
        const { expiresIn, transform } = parsed(SignRequest, request.body)
        const address = addressIn(request)
        await find(ref, caller, address)
        if (transform) {
          const token = await signatures.sign(ref, 'render', address, { transform }, expiresIn)
          return { signedURL: `/render/image/sign/${address.bucket}/${address.name}?token=${token}` }
        }
        return { signedURL: await signed(ref, address, expiresIn) }
      },
    )
  }

/** Says no more of what is not public than of what is not there. */
export async function publicObject(rows: Transaction, { bucket, name }: ObjectAddress) {
  const found = await findBucket(rows, bucket)
  if (!found.public) throw storageError('NoSuchBucket')
  const object = await findObject(rows, bucket, name)
  if (!object) throw storageError('NoSuchKey')
  return object
}
