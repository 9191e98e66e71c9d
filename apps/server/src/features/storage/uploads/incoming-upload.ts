import { pipeline, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { header, jsonObject } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { checkedRobotsTag } from './robots-tag.ts'
import { unlessSlow } from './upload-body.ts'
import type { Description } from './uploads.service.ts'

const FIELD_BYTES = 64 * 1024
const FIELDS_MAX = 100
export const DEFAULT_CACHE_CONTROL = 'no-cache'
export const DEFAULT_TYPE = 'application/octet-stream'

/** What an upload says of itself, and its bytes. */
export interface IncomingUpload {
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  described: Description
  /** Undefined when only the end tells. */
  size: number | undefined
  /** As many bytes at most, where a form says how long it is with everything in it. */
  sizeMax?: number | undefined
  body: AsyncIterable<Uint8Array>
  /** Reads what is left and throws it away, or a client that is still sending would never see a refusal. */
  discard(): void
}

/** Reads the beginning of an upload: a form with one file, or the bare bytes with everything else in headers. */
export async function incomingUpload(request: FastifyRequest): Promise<IncomingUpload> {
  try {
    const isForm = /^multipart\/form-data/i.test(header(request, 'content-type') ?? '')
    return await (isForm ? formUpload(request) : bareUpload(request))
  } catch (error) {
    request.raw.resume()
    throw error
  }
}

function bareUpload(request: FastifyRequest): IncomingUpload {
  const length = header(request, 'content-length')
  return {
    contentType: header(request, 'content-type') ?? DEFAULT_TYPE,
    cacheControl: header(request, 'cache-control') ?? DEFAULT_CACHE_CONTROL,
    userMetadata: userMetadataIn(header(request, 'x-metadata')),
    described: describedIn(request),
    size: length === undefined ? undefined : Number(length),
    body: unlessSlow(request.raw),
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

/** Reads a form up to its file. Fields count when they come before it, as clients send them. */
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
      // The reader of the body gets the error. Without a reader nobody listens, and an unhandled error would end the
      // server.
      bytes.on('error', () => undefined)
      resolve({
        fields,
        fileName: fileName as string | undefined,
        fileType,
        body: unlessSlow(bytes, request.raw),
        // The rest of the form is read, or the client would never see a refusal.
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

/** What an `x-metadata` header says: JSON in base64. Null without one; throws InvalidRequest for anything else. */
export const userMetadataIn = (header: string | undefined) =>
  header === undefined ? null : userMetadataOf(Buffer.from(header, 'base64').toString())

function userMetadataOf(text: string) {
  const metadata = jsonObject(text)
  if (!metadata) throw storageError('InvalidRequest', 'The metadata are not a JSON object')
  return metadata
}
