import { pipeline, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { header, jsonObject } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { unlessSlow } from './upload-body.ts'

const FIELD_BYTES = 64 * 1024
const DEFAULT_CACHE_CONTROL = 'no-cache'
const DEFAULT_TYPE = 'application/octet-stream'

/** What an upload says of itself, and its bytes. */
export interface IncomingUpload {
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  /** Undefined when only the end tells. */
  size: number | undefined
  body: AsyncIterable<Uint8Array>
  /** Reads what is left and throws it away, or a client that is still sending would never see a refusal. */
  discard(): void
}

/** Reads the beginning of an upload: a form with one file, or the bare bytes with everything else in headers. */
export const incomingUpload = (request: FastifyRequest): Promise<IncomingUpload> | IncomingUpload =>
  /^multipart\/form-data/i.test(header(request, 'content-type') ?? '')
    ? formUpload(request)
    : bareUpload(request)

function bareUpload(request: FastifyRequest): IncomingUpload {
  const length = header(request, 'content-length')
  const metadata = header(request, 'x-metadata')
  return {
    contentType: header(request, 'content-type') ?? DEFAULT_TYPE,
    cacheControl: header(request, 'cache-control') ?? DEFAULT_CACHE_CONTROL,
    userMetadata: metadata === undefined ? null : userMetadataOf(Buffer.from(metadata, 'base64').toString()),
    size: length === undefined ? undefined : Number(length),
    body: unlessSlow(request.raw),
    discard: () => void request.raw.resume(),
  }
}

/** Fields count when they come before the file, as clients of the service send them. */
function formUpload(request: FastifyRequest) {
  return new Promise<IncomingUpload>((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: Readable | undefined
    const fail = (cause: Error) => {
      const error = storageError('InvalidRequest', `The form cannot be read: ${cause.message}`, cause)
      file?.destroy(error)
      reject(error)
    }
    const form = formReader(request, fail)
    if (!form) return
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, stream, _name, _encoding, contentType) => {
      file = stream as unknown as Readable
      // Whoever reads it learns of an error then; before, nobody listens, and that must not end the server.
      stream.on('error', () => undefined)
      try {
        const seconds = fields.get('cacheControl')
        const metadata = fields.get('metadata')
        resolve({
          contentType: fields.get('contentType') ?? contentType,
          cacheControl: seconds === undefined ? DEFAULT_CACHE_CONTROL : `max-age=${seconds}`,
          userMetadata: metadata === undefined ? null : userMetadataOf(metadata),
          size: undefined,
          body: unlessSlow(stream as unknown as Readable, request.raw),
          discard: () => void stream.resume(),
        })
      } catch (error) {
        // The rest of the form is read, or the client would never see the refusal.
        stream.resume()
        reject(error)
      }
    })
    form.on('finish', () => reject(storageError('InvalidRequest', 'The form contains no file')))
    pipeline(request.raw, form, (error) => {
      if (error) fail(error)
    })
  })
}

function formReader(request: FastifyRequest, fail: (error: Error) => void) {
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: { files: 1, fields: 20, fieldSize: FIELD_BYTES },
    })
  } catch (error) {
    fail(error as Error)
    return undefined
  }
}

function userMetadataOf(text: string) {
  const metadata = jsonObject(text)
  if (!metadata) throw storageError('InvalidRequest', 'The metadata are not a JSON object')
  return metadata
}
