import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiCaller, ApiGates } from '../../../http/api-gates.ts'
import type { Gate } from '../../../http/gate.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Signatures } from '../downloads/signatures.ts'
import { BASE, header } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { unlessSlow } from '../uploads/upload-body.ts'
import { ownerOf } from '../uploads/uploads.routes.ts'
import { addUploadErrors } from '../wire-errors.ts'
import type { ResumableService, Sender } from './resumable.service.ts'
import {
  byteCount,
  statedLength,
  TUS_CONTENT_TYPE,
  TUS_EXTENSIONS,
  TUS_VERSION,
  tellProgress,
  uploadMetadata,
} from './tus-headers.ts'

interface Deps {
  gates: ApiGates
  resumable: ResumableService
  signatures: Signatures
}

/** A sender, and whether what is there already may be replaced. */
type Entered = { sender: Sender; isUpsert: boolean }

/** Resumable uploads by the tus protocol, version 1.0, for keys and for signed addresses. */
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

    const giveUp = (request: FastifyRequest) => () => request.raw.destroy()

    const byKey = async (
      { project, caller }: { project: { ref: string }; caller: ApiCaller },
      request: FastifyRequest,
    ) => ({
      sender: { ref: project.ref, caller, owner: ownerOf(caller), giveUp: giveUp(request) },
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
        giveUp: giveUp(request),
      }
      return { sender, isUpsert: upsert === true }
    }

    const mountUnder = <C extends object>(
      place: 'resumable' | 'resumable/sign',
      gate: Gate<C>,
      enter: (entered: C, request: FastifyRequest) => Promise<Entered>,
      mustBeSigned: (
        ref: string,
        address: { bucket: string; name: string },
        request: FastifyRequest,
      ) => Promise<void>,
    ) => {
      const path = `${BASE}/upload/${place}` as const
      const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

      // Some people write the slash.
      for (const address of [path, `${path}/`] as const)
        mountRaw(
          app,
          { method: 'POST', path: address, summary: 'Begin a resumable upload' },
          gate,
          async (entered, request, reply) => {
            mustSpeakTus(request)
            const told = uploadMetadata(header(request, 'upload-metadata'))
            const { sender, isUpsert } = await enter(entered, request)
            await mustBeSigned(sender.ref, told, request)
            const body =
              header(request, 'content-type') === TUS_CONTENT_TYPE ? unlessSlow(request.raw) : undefined
            const { id, ...progress } = await resumable.create(
              sender,
              { ...told, isUpsert },
              statedLength(request),
              body,
            )
            tellProgress(reply, progress)
            return reply.code(201).header('location', locationOf(request, id)).send()
          },
        )

      mountRaw(
        app,
        { method: 'HEAD', path: `${path}/:id`, summary: 'How far an upload is' },
        gate,
        async (entered, request, reply) => {
          const { sender } = await enter(entered, request)
          tellProgress(reply, await resumable.progress(sender, idOf(request)))
          return reply.code(200).send()
        },
      )

      mountRaw(
        app,
        { method: 'PATCH', path: `${path}/:id`, summary: 'Go on with an upload' },
        gate,
        async (entered, request, reply) => {
          mustSpeakTus(request)
          if (header(request, 'content-type') !== TUS_CONTENT_TYPE)
            throw storageError('InvalidMimeType', `Send the bytes as ${TUS_CONTENT_TYPE}`)
          const offset = byteCount(request, 'upload-offset')
          if (offset === undefined) throw storageError('InvalidRequest', 'State the Upload-Offset')
          const { sender } = await enter(entered, request)
          const length = byteCount(request, 'upload-length')
          tellProgress(
            reply,
            await resumable.append(sender, idOf(request), offset, length, unlessSlow(request.raw)),
          )
          return reply.code(204).send()
        },
      )

      mountRaw(
        app,
        { method: 'DELETE', path: `${path}/:id`, summary: 'Give an upload up' },
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

/** What a client may do here; it asks without a key. */
export function tellTusAbilities(reply: FastifyReply) {
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

function mustSpeakTus(request: FastifyRequest) {
  if (header(request, 'tus-resumable') !== TUS_VERSION)
    throw storageError('UnsupportedVersion', `Send Tus-Resumable: ${TUS_VERSION}`)
}

/**
 * Relative to the address of the request, so that it is right behind every proxy, host, port and path prefix: only the
 * client knows by which address it has come.
 */
const locationOf = ({ url }: FastifyRequest, id: string) => {
  const path = url.split('?')[0]!
  return path.endsWith('/') ? id : `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
}
