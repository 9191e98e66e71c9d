import { pipeline, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { header, jsonObject } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { checkedRobotsTag } from './robots-tag.ts'
import { withUploadTimeout } from './upload-body.ts'
import type { Description } from './uploads.service.ts'

const FIELD_BYTES = 64 * 1024
const FIELDS_MAX = 100
export const DEFAULT_CACHE_CONTROL = 'no-cache'
export const DEFAULT_TYPE = 'application/octet-stream'

/** The metadata of an upload, and its bytes. */
export interface IncomingUpload {
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  described: Description
  /** Undefined when it is known only at the end. */
  size: number | undefined
  /** An upper limit of the size, from the length of the whole form. */
  sizeMax?: number | undefined
  body: AsyncIterable<Uint8Array>
  /** Reads and discards the rest; otherwise a client that is still sending would never read the error response. */
  discard(): void
}

/** Reads the start of an upload: either a form with one file, or plain bytes with metadata in headers. */
export async function incomingUpload(request: FastifyRequest): Promise<IncomingUpload> {
  try {
    const isForm = /^multipart\/form-data/i.test(header(request, 'content-type') ?? '')
    return await (isForm ? formUpload(request) : plainUpload(request))
  } catch (error) {
    request.raw.resume()
    throw error
  }
}

function plainUpload(request: FastifyRequest): IncomingUpload {
  const length = header(request, 'content-length')
  return {
    contentType: header(request, 'content-type') ?? DEFAULT_TYPE,
    cacheControl: header(request, 'cache-control') ?? DEFAULT_CACHE_CONTROL,
    userMetadata: userMetadataIn(header(request, 'x-metadata')),
    described: describedIn(request),
    size: length === undefined ? undefined : Number(length),
    body: withUploadTimeout(request.raw),
    discard: () => void request.raw.resume(),
  }
}

async function formUpload(request: FastifyRequest): Promise<IncomingUpload> {
  const described = describedIn(request)
  const length = Number(header(request, 'content-length'))
  const { fields, fileType, body, discard } = await readForm(request)
  const seconds = fields.get('cacheControl')
  const metadata = fields.get('metadata')
  try {
    return {
      contentType: fields.get('contentType') ?? fileType,
      cacheControl: seconds === undefined ? DEFAULT_CACHE_CONTROL : `max-age=${seconds}`,
      userMetadata: metadata === undefined ? null : userMetadataOf(metadata),
      described,
      size: undefined,
      ...(Number.isSafeInteger(length) && { sizeMax: length }),
      body,
      discard,
    }
  } catch (error) {
    discard()
    throw error
  }
}

function describedIn(request: FastifyRequest): Description {
  const tag = header(request, 'x-robots-tag')
  return tag === undefined ? {} : { xRobotsTag: checkedRobotsTag(tag) }
}

export interface IncomingForm extends Pick<IncomingUpload, 'body' | 'discard'> {
  /** The fields before the file. */
  fields: ReadonlyMap<string, string>
  fileName: string | undefined
  fileType: string
}

/** Reads a form up to its file. Only fields before the file are used. */
export function readForm(request: FastifyRequest) {
  return new Promise<IncomingForm>((resolve, reject) => {
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
    form.on('file', (_field, stream, fileName, _encoding, fileType) => {
      const bytes = stream as unknown as Readable
      file = bytes
      // The reader of the body gets the error. Without a reader, an unhandled error would end the server.
      bytes.on('error', () => undefined)
      resolve({
        fields,
        fileName: fileName as string | undefined,
        fileType,
        body: withUploadTimeout(bytes, request.raw),
        // Reads the rest of the form; otherwise the client would never read the error response.
        discard: () => void bytes.resume(),
      })
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
      limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES },
    })
  } catch (error) {
    fail(error as Error)
    return undefined
  }
}

/** The user metadata in an `x-metadata` header: base64 of JSON. Null without it; throws InvalidRequest if invalid. */
export const userMetadataIn = (header: string | undefined) =>
  header === undefined ? null : userMetadataOf(Buffer.from(header, 'base64').toString())

function userMetadataOf(text: string) {
  const metadata = jsonObject(text)
  if (!metadata) throw storageError('InvalidRequest', 'The metadata is not a JSON object')
  return metadata
}
