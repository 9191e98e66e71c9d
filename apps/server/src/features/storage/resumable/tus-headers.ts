import type { FastifyReply, FastifyRequest } from 'fastify'
import { header, jsonObject } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,termination,expiration'
export const TUS_CONTENT_TYPE = 'application/offset+octet-stream'

/** Parses `Upload-Metadata`: pairs of a key and a base64 value, as defined by the tus protocol. */
export function uploadMetadata(text: string | undefined) {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const [key, value = ''] = pair.trim().split(/\s+/)
    return key ? [[key, Buffer.from(value, 'base64').toString('utf8')] as const] : []
  })
  const { bucketName, objectName, contentType, cacheControl, metadata } = Object.fromEntries(pairs)
  if (!bucketName || !objectName)
    throw storageError('InvalidRequest', 'Upload-Metadata must name bucketName and objectName')
  const userMetadata = metadata === undefined ? null : jsonObject(metadata)
  if (userMetadata === undefined) throw storageError('InvalidRequest', 'The metadata is not a JSON object')
  return {
    bucket: bucketName,
    name: objectName,
    contentType: contentType || 'application/octet-stream',
    cacheControl: cacheControl ? `max-age=${cacheControl}` : 'no-cache',
    userMetadata,
  }
}

/** A byte count in a header; undefined if it is missing. Throws InvalidRequest for an invalid one. */
export function byteCount(request: FastifyRequest, name: string) {
  const text = header(request, name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw storageError('InvalidRequest', `${name} must be a number of bytes`)
  return Number(text)
}

/** The length of a new upload, or null if it is deferred. */
export function statedLength(request: FastifyRequest) {
  const length = byteCount(request, 'upload-length')
  const isDeferred = header(request, 'upload-defer-length') === '1'
  if (length === undefined ? !isDeferred : isDeferred)
    throw storageError('InvalidRequest', 'State either Upload-Length or Upload-Defer-Length: 1')
  return length ?? null
}

interface Progress {
  offset: number
  length: number | null
  expiresAt: string
}

export function setProgressHeaders(reply: FastifyReply, { offset, length, expiresAt }: Progress) {
  reply
    .header('upload-offset', offset)
    .header('upload-expires', new Date(expiresAt).toUTCString())
    .header('cache-control', 'no-store')
  if (length === null) reply.header('upload-defer-length', '1')
  else reply.header('upload-length', length)
}
