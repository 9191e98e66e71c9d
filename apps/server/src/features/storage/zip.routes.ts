import { Readable } from 'node:stream'
import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'
import { SignZipRequest, ZipRequest } from '@basalt/contract/storage/objects.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ApiGates } from '../../http/api-gates.ts'
import { mountRaw } from '../../http/mount-raw.ts'
import type { DatabaseCaller } from '../../platform/project-databases.ts'
import type { Catalog } from './catalog.ts'
import { blobKey } from './janitor.ts'
import { objectsBelow } from './objects-below.store.ts'
import { BASE, parsed, queryOf } from './request-parts.ts'
import type { Signatures } from './signatures.ts'
import { storageError } from './storage-error.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** Lists what could not be put into an archive. */
const FAILURES_NAME = 'not-downloaded.txt'

interface Deps {
  gates: ApiGates
  blobs: BlobStore
  catalog: Catalog
  signatures: Signatures
}

interface Selection {
  ref: string
  caller: DatabaseCaller
  bucket: string
  paths: readonly string[]
}

/** Folders and selections as one archive, written while it is sent. */
export const zipRoutes =
  ({ gates, blobs, catalog, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    const bucketOf = (request: { params: unknown }) => (request.params as { bucket: string }).bucket

    async function* entriesOf({ ref, caller, bucket, paths }: Selection): AsyncGenerator<ZipEntry> {
      const failed: string[] = []
      for (let after = ''; ; ) {
        const page = await catalog.as(ref, caller, (rows) => objectsBelow(rows, bucket, paths, after))
        for (const { name, version, updated_at } of page) {
          if (name.endsWith(FOLDER_PLACEHOLDER)) continue
          const bytes = version ? await blobs.read(blobKey(ref, version)) : undefined
          if (bytes) yield { name, modified: new Date(updated_at), bytes }
          else failed.push(name)
        }
        const last = page.at(-1)
        if (!last) break
        after = last.name
      }
      if (failed.length > 0)
        yield {
          name: FAILURES_NAME,
          modified: new Date(),
          bytes: Readable.from([Buffer.from(failed.join('\n'))]),
        }
    }

    const send = async (selection: Selection, name: string, reply: FastifyReply) => {
      const { ref, caller, bucket, paths } = selection
      const [first] = await catalog.as(ref, caller, (rows) => objectsBelow(rows, bucket, paths, ''))
      if (!first) throw storageError('NoSuchKey')
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(Readable.from(zipStream(entriesOf(selection)), { objectMode: false }))
    }

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/zip/:bucket`, summary: 'Folders and objects as one archive' },
      gates.key,
      ({ project: { ref }, caller }, request, reply) => {
        const { paths, name } = parsed(ZipRequest, request.body)
        return send({ ref, caller, bucket: bucketOf(request), paths }, name, reply)
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/object/zip/sign/:bucket`, summary: 'Sign the address of an archive' },
      gates.key,
      async ({ project: { ref }, caller }, request) => {
        const { paths, name, expiresIn } = parsed(SignZipRequest, request.body)
        const address = { bucket: bucketOf(request), name }
        const { role, claims } = caller
        const token = await signatures.sign(ref, 'zip', address, { paths, name, role, claims }, expiresIn)
        return { signedURL: `/object/zip/sign/${address.bucket}?token=${token}` }
      },
    )

    mountRaw(
      app,
      { method: 'GET', path: `${BASE}/object/zip/sign/:bucket`, summary: 'An archive by its signed address' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const told = await signatures.read(ref, 'zip', queryOf(request).token)
        const bucket = bucketOf(request)
        const { paths, name } = parsed(ZipRequest, told)
        if (told.url !== `${bucket}/${name}`) throw storageError('InvalidSignature')
        const caller = { role: String(told.role), claims: told.claims as Record<string, unknown> }
        return send({ ref, caller, bucket, paths }, name, reply)
      },
    )
  }
