import type { ServerResponse } from 'node:http'
import { isPassiveMimeType } from '@basalt/contract/storage/limits.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { giveBack } from '@basalt/object-store/give-back.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { blobKey } from '../janitor.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { queryOf } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { byteRange } from './byte-range.ts'
import { conditionOf, isRangeCurrent } from './conditions.ts'

interface Sending {
  blobs: BlobStore
  ref: string
  object: ObjectRow
  /** Save it under this name, or under its own if empty; what the address says unless given. */
  download?: string | undefined
  /** The object's own unless given. */
  cacheControl?: string
}

/** Answers with an object: its headers, and as many of its bytes as the request asks for. */
export async function sendObject(sending: Sending, request: FastifyRequest, reply: FastifyReply) {
  const { blobs, ref, object, cacheControl, download = queryOf(request).download } = sending
  const { metadata } = object
  // A row that nobody uploaded has no bytes.
  if (metadata?.eTag === undefined) throw storageError('NoSuchKey')
  const validators = { eTag: metadata.eTag, lastModified: new Date(metadata.lastModified) }
  describe(reply, object, validators)
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  const condition = conditionOf(request.headers, validators)
  if (condition === 'failed') return reply.code(412).send()
  if (condition === 'not_modified') return reply.code(304).send()

  const asked = isRangeCurrent(request.headers['if-range'], validators) ? request.headers.range : undefined
  const range = byteRange(asked, metadata.size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${metadata.size}`).send()
  attach(reply, object, download)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  const length = range ? range.end - range.start + 1 : metadata.size
  reply.type(metadata.mimetype).header('content-length', length)
  if (request.method === 'HEAD') return reply.send()
  const bytes = await blobs.read(blobKey(ref, object.version), range)
  if (!bytes) throw storageError('NoSuchKey')
  // A client that goes away takes the file descriptor with it.
  reply.raw.once('close', () => bytes.destroy())
  freeWhatWasSent(reply.raw)
  return reply.send(bytes)
}

/** The pieces of a blob are nobody's any more once they are on their way. */
function freeWhatWasSent(response: ServerResponse) {
  const write = response.write.bind(response) as (
    piece: Uint8Array,
    sent: (error?: Error | null) => void,
  ) => boolean
  response.write = (piece: Uint8Array) =>
    write(piece, (error) => {
      if (!error) giveBack(piece)
    })
}

function describe(
  reply: FastifyReply,
  { metadata }: ObjectRow,
  { eTag, lastModified }: { eTag: string; lastModified: Date },
) {
  reply
    .header('etag', eTag)
    .header('last-modified', lastModified.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('cache-control', metadata.cacheControl)
  // A browser's own viewers, such as the one for PDF, do not work in a sandbox, and run nothing of the file's.
  if (isPassiveMimeType(metadata.mimetype))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
}

/** `download` without a value keeps the object's own name. */
function attach(reply: FastifyReply, { name }: ObjectRow, download: string | undefined) {
  if (download === undefined) return
  const given = download === '' || download === 'true' ? name.slice(name.lastIndexOf('/') + 1) : download
  const encoded = encodeURIComponent(given.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
}
