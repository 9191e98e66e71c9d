import type { ServerResponse } from 'node:http'
import { isPassiveMimeType } from '@basalt/contract/storage/limits.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { giveBack } from '@basalt/object-store/give-back.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { servedType } from '../../../http/stored-scripts.ts'
import { blobKey } from '../janitor.ts'
import { factsOf, type ObjectFacts } from '../objects/object-facts.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { attachment } from './attachment.ts'
import { byteRange } from './byte-range.ts'
import { conditionOf, isRangeCurrent } from './conditions.ts'

interface Sending {
  blobs: BlobStore
  ref: string
  object: ObjectRow
  /** Save it under this name, or as the address calls it if empty; what the address says unless given. */
  download?: string | undefined
  /** The object's own unless given. */
  cacheControl?: string
  /** Response headers that a signed request sets instead of the object's own. */
  overrides?: Readonly<Partial<Record<string, string>>>
}

/** Answers with an object: its headers, and as many of its bytes as the request asks for. */
export async function sendObject(sending: Sending, request: FastifyRequest, reply: FastifyReply) {
  const { blobs, ref, object, cacheControl, overrides = {} } = sending
  const { download = queryOf(request).download } = sending
  const facts = factsOf(object)
  if (!facts) throw storageError('NoSuchKey')
  const condition = conditionOf(request.headers, facts)
  if (condition === 'failed') throw storageError('PreconditionFailed')
  const asked = isRangeCurrent(request.headers['if-range'], facts) ? request.headers.range : undefined
  const range = condition === 'not_modified' ? undefined : byteRange(asked, facts.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${facts.size}`)
    throw storageError('InvalidRange')
  }
  describe(reply, request, facts, overrides)
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  if (condition === 'not_modified') return reply.code(304).send()
  attach(reply, download)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.size}`)
  const length = range ? range.end - range.start + 1 : facts.size
  reply.header('content-length', length)
  if (request.method === 'HEAD') return reply.send()
  const bytes = await blobs.read(blobKey(ref, facts.version), range ?? { start: 0, end: facts.size - 1 })
  if (!bytes) throw storageError('NoSuchKey')
  // A client that goes away takes the file descriptor with it.
  reply.raw.once('close', () => bytes.destroy())
  watchSending(reply.raw, length)
  return reply.send(bytes)
}

/**
 * Frees the pieces of a blob once they are sent. When the row states more bytes than exist, which a project's SQL can
 * cause, the connection ends, because the client would wait for the rest.
 */
function watchSending(response: ServerResponse, length: number) {
  let left = length
  // A finished response has already let its socket go.
  const { socket } = response
  const write = response.write.bind(response) as (
    piece: Uint8Array,
    sent: (error?: Error | null) => void,
  ) => boolean
  response.write = (piece: Uint8Array) => {
    left -= piece.length
    return write(piece, (error) => {
      if (!error) giveBack(piece)
    })
  }
  response.once('finish', () => {
    if (left > 0) socket?.destroy()
  })
}

function describe(
  reply: FastifyReply,
  request: FastifyRequest,
  facts: ObjectFacts,
  overrides: NonNullable<Sending['overrides']>,
) {
  const own = {
    'cache-control': facts.cacheControl,
    'content-disposition': facts.contentDisposition,
    'content-encoding': facts.contentEncoding,
    'content-language': facts.contentLanguage,
    'content-type': facts.contentType,
    expires: facts.expires,
  }
  for (const [name, value] of Object.entries({ ...own, ...overrides }))
    if (value !== undefined) reply.header(name, value)
  const contentType = String(overrides['content-type'] ?? facts.contentType)
  reply
    .type(servedType(contentType, request.headers))
    .header('etag', facts.eTag)
    .header('last-modified', facts.lastModified.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('x-robots-tag', facts.robotsTag)
  // A browser's own viewers, such as the one for PDF, do not work in a sandbox, and run nothing of the file's.
  if (isPassiveMimeType(contentType))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
}

/** Makes a browser save the file, under its own name when `download` has no value. */
function attach(reply: FastifyReply, download: string | undefined) {
  if (download === undefined) return
  reply.header('content-disposition', download === '' ? 'attachment;' : attachment(download))
}
