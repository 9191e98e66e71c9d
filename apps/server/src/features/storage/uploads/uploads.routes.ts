import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { ApiCaller, ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { type Signatures, UPLOAD_URL_SECONDS } from '../downloads/signatures.ts'
import { addressIn, BASE, header, queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { incomingUpload } from './incoming-upload.ts'
import type { UploadService, UploadTarget } from './uploads.service.ts'

interface Deps {
  gates: ApiGates
  uploads: UploadService
  signatures: Signatures
}

type Sender = Pick<UploadTarget, 'ref' | 'caller' | 'owner' | 'isUpsert'>

/** Uploads in one request. Bodies are read as streams, whatever their type. */
export const uploadRoutes =
  ({ gates, uploads, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.setErrorHandler((error, request) => {
      const isNoType = error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE
      if (!isNoType) throw error
      throw storageError('InvalidMimeType', `mime type ${header(request, 'content-type')} is not supported`)
    })

    const receive = async (sender: Sender, request: FastifyRequest) => {
      const { bucket, name } = addressIn(request)
      const { size, body, discard, ...metadata } = await incomingUpload(request)
      try {
        const target = { ...sender, ...metadata, bucket, name }
        const limit = await uploads.admit(target, size)
        const { id } = await uploads.store(target, body, limit)
        return { Id: id, Key: `${bucket}/${name}` }
      } catch (error) {
        discard()
        throw error
      }
    }

    const isUpsert = (request: FastifyRequest) =>
      request.method === 'PUT' || header(request, 'x-upsert') === 'true'

    mountRaw(
      app,
      { method: ['POST', 'PUT'], path: `${BASE}/object/*`, summary: 'Upload an object' },
      gates.key,
      ({ project, caller }, request) =>
        receive({ ref: project.ref, caller, owner: ownerOf(caller), isUpsert: isUpsert(request) }, request),
    )

    mountRaw(
      app,
      {
        method: 'POST',
        path: `${BASE}/object/upload/sign/*`,
        summary: 'Create a signed upload URL',
      },
      gates.key,
      async ({ project: { ref }, caller }, request) => {
        const address = addressIn(request)
        const owner = ownerOf(caller)
        const upsert = header(request, 'x-upsert') === 'true'
        await uploads.mayWrite({ ref, caller, owner, isUpsert: upsert, ...address })
        const token = await signatures.sign(ref, 'upload', address, { owner, upsert }, UPLOAD_URL_SECONDS)
        const url = `/object/upload/sign/${address.bucket}/${address.name}?token=${token}`
        return { url, token }
      },
    )

    mountRaw(
      app,
      { method: 'PUT', path: `${BASE}/object/upload/sign/*`, summary: 'Upload to a signed URL' },
      gates.anyone,
      async ({ project: { ref } }, request) => {
        const token = queryOf(request).token
        const { owner, upsert } = await signatures.verify(ref, 'upload', addressIn(request), token)
        const sender = {
          ref,
          caller: SERVICE,
          isUpsert: upsert === true,
          owner: typeof owner === 'string' ? owner : null,
        }
        return receive(sender, request)
      },
    )
  }

/** The user in a token; null for an API key. */
export const ownerOf = ({ claims }: ApiCaller) => (typeof claims.sub === 'string' ? claims.sub : null)
