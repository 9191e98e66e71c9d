import { SignZipRequest, ZipRequest } from '@basalt/contract/storage/objects.schema.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import type { Signatures } from '../downloads/signatures.ts'
import { BASE, parsed, queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import type { ArchiveService } from './archive.service.ts'

interface Deps {
  gates: ApiGates
  archives: ArchiveService
  signatures: Signatures
}

/** Folders and selections as a streamed zip archive. */
export const zipRoutes =
  ({ gates, archives, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    const bucketOf = (request: { params: unknown }) => (request.params as { bucket: string }).bucket

    mountRaw(
      app,
      {
        method: 'POST',
        path: `${BASE}/object/zip/:bucket`,
        summary: 'Download folders and objects as an archive',
      },
      gates.key,
      ({ project: { ref }, caller }, request, reply) => {
        const { paths, name } = parsed(ZipRequest, request.body)
        return archives.send({ ref, caller, bucket: bucketOf(request), paths }, name, reply)
      },
    )

    mountRaw(
      app,
      {
        method: 'POST',
        path: `${BASE}/object/zip/sign/:bucket`,
        summary: 'Create a signed URL of an archive',
      },
      gates.key,
      async ({ project: { ref }, caller }, request) => {
        const { paths, name, expiresIn } = parsed(SignZipRequest, request.body)
        const target = { bucket: bucketOf(request), name }
        const { role, claims } = caller
        const token = await signatures.sign(ref, 'zip', target, { paths, name, role, claims }, expiresIn)
        return { signedURL: `/object/zip/sign/${target.bucket}?token=${token}` }
      },
    )

    mountRaw(
      app,
      {
        method: 'GET',
        path: `${BASE}/object/zip/sign/:bucket`,
        summary: 'Download an archive by signed URL',
      },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const claims = await signatures.read(ref, 'zip', queryOf(request).token)
        const bucket = bucketOf(request)
        const { paths, name } = parsed(ZipRequest, claims)
        if (claims.url !== `${bucket}/${name}`) throw storageError('InvalidSignature')
        const caller = { role: String(claims.role), claims: claims.claims as Record<string, unknown> }
        return archives.send({ ref, caller, bucket, paths }, name, reply)
      },
    )
  }
