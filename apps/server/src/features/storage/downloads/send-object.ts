import type { ServerResponse } from 'node:http'
import { isPassiveMimeType } from '@basalt/contract/storage/limits.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { freeMemory } from '@basalt/object-store/free-memory.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../../../http/attachment.ts'
import { servedType } from '../../../http/stored-scripts.ts'
import { blobKey } from '../janitor.ts'
import { detailsOf, type ObjectDetails } from '../objects/object-details.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { byteRange } from './byte-range.ts'
import { conditionOf, isRangeCurrent } from './conditions.ts'

interface SendOptions {
  blobs: BlobStore
  ref: string
  object: ObjectRow
  /** Save the file under this name, or under that of the URL when empty. Default: the `download` query parameter. */
  download?: string | undefined
  /** Default: that of the object. */
  cacheControl?: string
  /** Response headers set by a signed request in place of the object's own. */
  overrides?: Readonly<Partial<Record<string, string>>>
}

/** Sends an object: its headers, and the requested range of its bytes. */
export async function sendObject(options: SendOptions, request: FastifyRequest, reply: FastifyReply) {
  const { blobs, ref, object, cacheControl, overrides = {} } = options
  const { download = queryOf(request).download } = options
  const details = detailsOf(object)
  if (!details) throw storageError('NoSuchKey')
  const condition = conditionOf(request.headers, details)
  if (condition === 'failed') throw storageError('PreconditionFailed')
  const rangeHeader = isRangeCurrent(request.headers['if-range'], details) ? request.headers.range : undefined
  const range = condition === 'not_modified' ? undefined : byteRange(rangeHeader, details.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${details.size}`)
    throw storageError('InvalidRange')
  }
  setHeaders(reply, request, details, overrides)
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  if (condition === 'not_modified') return reply.code(304).send()
  attach(reply, download)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${details.size}`)
  const length = range ? range.end - range.start + 1 : details.size
  reply.header('content-length', length)
  if (request.method === 'HEAD') return reply.send()
  const bytes = await blobs.read(blobKey(ref, details.version), range ?? { start: 0, end: details.size - 1 })
  if (!bytes) throw storageError('NoSuchKey')
  // A client that disconnects must not leave the file descriptor open.
  reply.raw.once('close', () => bytes.destroy())
  watchSending(reply.raw, length)
  return reply.send(bytes)
}

/**
 * Releases the chunks of a blob once they are sent. If the row states more bytes than exist, which a project's SQL can
 * cause, ends the connection, because the client would wait for the rest.
 */
function watchSending(response: ServerResponse, length: number) {
  let left = length
  // Keep a reference: a finished response has released its socket.
  const { socket } = response
  const write = response.write.bind(response) as (
    chunk: Uint8Array,
    sent: (error?: Error | null) => void,
  ) => boolean
  response.write = (chunk: Uint8Array) => {
    left -= chunk.length
    return write(chunk, (error) => {
      if (!error) freeMemory(chunk)
    })
  }
  response.once('finish', () => {
    if (left > 0) socket?.destroy()
  })
}

function setHeaders(
  reply: FastifyReply,
  request: FastifyRequest,
  details: ObjectDetails,
  overrides: NonNullable<SendOptions['overrides']>,
) {
  const own = {
    'cache-control': details.cacheControl,
    'content-disposition': details.contentDisposition,
    'content-encoding': details.contentEncoding,
    'content-language': details.contentLanguage,
    'content-type': details.contentType,
    expires: details.expires,
  }
  for (const [name, value] of Object.entries({ ...own, ...overrides }))
    if (value !== undefined) reply.header(name, value)
  const contentType = String(overrides['content-type'] ?? details.contentType)
  reply
    .type(servedType(contentType, request.headers))
    .header('etag', details.eTag)
    .header('last-modified', details.lastModified.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('x-robots-tag', details.robotsTag)
  // A browser's own viewers, such as for PDF, do not work in a sandbox, and do not run scripts of the file.
  if (isPassiveMimeType(contentType))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
}

/** Makes a browser save the file, under the name in the URL when `download` is empty. */
function attach(reply: FastifyReply, download: string | undefined) {
  if (download === undefined) return
  reply.header('content-disposition', download === '' ? 'attachment;' : attachment(download))
}
