import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiCaller, ApiGates } from '../../../http/api-gates.ts'
import type { Gate } from '../../../http/gate.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Signatures } from '../downloads/signatures.ts'
import { BASE, header } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { withUploadTimeout } from '../uploads/upload-body.ts'
import { ownerOf } from '../uploads/uploads.routes.ts'
import { addUploadErrors } from '../wire-errors.ts'
import type { ResumableService, Sender } from './resumable.service.ts'
import {
  byteCount,
  setProgressHeaders,
  statedLength,
  TUS_CONTENT_TYPE,
  TUS_EXTENSIONS,
  TUS_VERSION,
  uploadMetadata,
} from './tus-headers.ts'

interface Deps {
  gates: ApiGates
  resumable: ResumableService
  signatures: Signatures
}

/** A sender, and whether an existing object may be replaced. */
type Entered = { sender: Sender; isUpsert: boolean }

/** Resumable uploads by the tus protocol, version 1.0, with keys and signed URLs. */
export const resumableRoutes =
  ({ gates, resumable, signatures }: Deps) =>
  async (app: FastifyInstance) => {
    addUploadErrors(app)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.addHook('onSend', async (_request, reply) => {
      reply.header('tus-resumable', TUS_VERSION)
      // A client with another version learns which one this server supports.
      if (reply.statusCode === 412) reply.header('tus-version', TUS_VERSION)
    })

    const abort = (request: FastifyRequest) => () => request.raw.destroy()

    const byKey = async (
      { project, caller }: { project: { ref: string }; caller: ApiCaller },
      request: FastifyRequest,
    ) => ({
      sender: { ref: project.ref, caller, owner: ownerOf(caller), abort: abort(request) },
      isUpsert: header(request, 'x-upsert') === 'true',
    })

    const bySignature = async (
      { project: { ref } }: { project: { ref: string } },
      request: FastifyRequest,
    ) => {
      const { owner, upsert } = await signatures.read(ref, 'upload', signatureIn(request))
      const sender = {
        ref,
        caller: SERVICE,
        owner: typeof owner === 'string' ? owner : null,
        abort: abort(request),
      }
      return { sender, isUpsert: upsert === true }
    }

    const mountUnder = <C extends object>(
      subPath: 'resumable' | 'resumable/sign',
      gate: Gate<C>,
      enter: (entered: C, request: FastifyRequest) => Promise<Entered>,
      mustBeSigned: (
        ref: string,
        address: { bucket: string; name: string },
        request: FastifyRequest,
      ) => Promise<void>,
    ) => {
      const path = `${BASE}/upload/${subPath}` as const
      const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

      // Some clients add a trailing slash.
      for (const route of [path, `${path}/`] as const)
        mountRaw(
          app,
          { method: 'POST', path: route, summary: 'Start a resumable upload' },
          gate,
          async (entered, request, reply) => {
            mustUseTusVersion(request)
            const metadata = uploadMetadata(header(request, 'upload-metadata'))
            const { sender, isUpsert } = await enter(entered, request)
            await mustBeSigned(sender.ref, metadata, request)
            const body =
              header(request, 'content-type') === TUS_CONTENT_TYPE
                ? withUploadTimeout(request.raw)
                : undefined
            const { id, ...progress } = await resumable.create(
              sender,
              { ...metadata, isUpsert },
              statedLength(request),
              body,
            )
            setProgressHeaders(reply, progress)
            return reply.code(201).header('location', locationOf(request, id)).send()
          },
        )

      mountRaw(
        app,
        { method: 'HEAD', path: `${path}/:id`, summary: 'Get the progress of an upload' },
        gate,
        async (entered, request, reply) => {
          const { sender } = await enter(entered, request)
          setProgressHeaders(reply, await resumable.progress(sender, idOf(request)))
          return reply.code(200).send()
        },
      )

      mountRaw(
        app,
        { method: 'PATCH', path: `${path}/:id`, summary: 'Continue an upload' },
        gate,
        async (entered, request, reply) => {
          mustUseTusVersion(request)
          if (header(request, 'content-type') !== TUS_CONTENT_TYPE)
            throw storageError('InvalidMimeType', `Send the bytes as ${TUS_CONTENT_TYPE}`)
          const offset = byteCount(request, 'upload-offset')
          if (offset === undefined) throw storageError('InvalidRequest', 'Upload-Offset is missing')
          const { sender } = await enter(entered, request)
          const length = byteCount(request, 'upload-length')
          setProgressHeaders(
            reply,
            await resumable.append(sender, idOf(request), offset, length, withUploadTimeout(request.raw)),
          )
          return reply.code(204).send()
        },
      )

      mountRaw(
        app,
        { method: 'DELETE', path: `${path}/:id`, summary: 'Cancel an upload' },
        gate,
        async (entered, request, reply) => {
          const { sender } = await enter(entered, request)
          await resumable.terminate(sender, idOf(request))
          return reply.code(204).send()
        },
      )
    }

    mountUnder('resumable', gates.key, byKey, async () => undefined)
    mountUnder('resumable/sign', gates.anyone, bySignature, async (ref, address, request) => {
      await signatures.verify(ref, 'upload', address, signatureIn(request))
    })
  }

/** Describes the supported protocol, in responses to OPTIONS. */
export function setTusHeaders(reply: FastifyReply) {
  reply
    .header('tus-resumable', TUS_VERSION)
    .header('tus-version', TUS_VERSION)
    .header('tus-extension', TUS_EXTENSIONS)
}

function signatureIn(request: FastifyRequest) {
  const signature = header(request, 'x-signature')
  if (!signature) throw storageError('InvalidSignature', 'Missing x-signature header')
  return signature
}

function mustUseTusVersion(request: FastifyRequest) {
  if (header(request, 'tus-resumable') !== TUS_VERSION)
    throw storageError('UnsupportedVersion', `Send Tus-Resumable: ${TUS_VERSION}`)
}

/**
 * Relative to the request's URL, which makes it correct behind every proxy, host, port and path prefix: only the client
 * knows the URL it used.
 */
const locationOf = ({ url }: FastifyRequest, id: string) => {
  const path = url.split('?')[0]!
  return path.endsWith('/') ? id : `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
}
