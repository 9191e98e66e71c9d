import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { header } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { bounded, unlessSlow } from '../uploads/upload-body.ts'
import { checkedBody } from './checked-body.ts'
import { objectSums } from './checksums.ts'
import { chunkedBody } from './chunked-body.ts'
import { nameOf } from './directory-markers.ts'
import type { S3Entered } from './s3-gate.ts'

const DOCUMENT_BYTES = 2 * 1024 * 1024

/** What a request of the S3 protocol is about. */
export interface S3Request extends S3Entered {
  ref: string
  bucket: string
  /** Empty for requests about buckets. */
  name: string
  query: Readonly<Record<string, string | undefined>>
  request: FastifyRequest
}

export function s3Request(entered: S3Entered, request: FastifyRequest): S3Request {
  const rest = (request.params as { '*'?: string })['*'] ?? ''
  const cut = rest.indexOf('/')
  const [bucket, key] = cut < 0 ? [rest, ''] : [rest.slice(0, cut), rest.slice(cut + 1)]
  const name = nameOf(key)
  const query = request.query as Record<string, string>
  return { ...entered, ref: entered.project.ref, bucket, name, query, request }
}

/**
 * The bytes of an upload, freed of what the protocol wraps them in, and checked against what was signed and the sums
 * that `headers` state.
 */
export function uploadedBytes(
  { request, signing }: S3Request,
  headers = request.headers,
): {
  body: AsyncIterable<Uint8Array>
  size: number | undefined
} {
  const kind = header(request, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD'
  const body = unlessSlow(request.raw)
  const decoded = header(request, 'x-amz-decoded-content-length')
  if (kind.startsWith('STREAMING-')) {
    const isSigned = kind.startsWith('STREAMING-AWS4-HMAC')
    const announced = header(request, 'x-amz-trailer')?.trim().toLowerCase()
    const bytes = chunkedBody(body, isSigned ? signing : undefined, announced)
    return {
      body: checkedBody(bytes, objectSums(headers).ofObject),
      size: decoded === undefined ? undefined : Number(decoded),
    }
  }
  const length = header(request, 'content-length')
  return {
    body: checkedBody(body, headers),
    size: length === undefined ? undefined : Number(length),
  }
}

/** A small XML document in the body. Sums in `headers` are its own. */
export async function documentIn(asked: S3Request, headers = asked.request.headers) {
  return readText(Readable.from(bounded(uploadedBytes(asked, headers).body, DOCUMENT_BYTES)))
}

/** `/bucket/key` of what is copied, percent-encoded. */
export function copySource({ request }: S3Request) {
  const [path = ''] = (header(request, 'x-amz-copy-source') ?? '').split('?')
  const plain = decoded(path).replace(/^\//, '')
  const cut = plain.indexOf('/')
  if (cut <= 0) throw storageError('InvalidRequest', 'x-amz-copy-source must name a bucket and a key')
  return { bucket: plain.slice(0, cut), name: nameOf(plain.slice(cut + 1)) }
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch (cause) {
    throw storageError('InvalidRequest', 'x-amz-copy-source is not percent-encoded', cause)
  }
}

/** Where an upload goes, as the service that is past all policies. */
export const contentTypeIn = ({ request }: S3Request) =>
  header(request, 'content-type') ?? 'application/octet-stream'
export const cacheControlIn = ({ request }: S3Request) => header(request, 'cache-control') ?? 'no-cache'
