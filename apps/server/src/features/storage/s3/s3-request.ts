import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { header } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import { bounded, withUploadTimeout } from '../uploads/upload-body.ts'
import type { Description } from '../uploads/uploads.service.ts'
import { checkedBody } from './checked-body.ts'
import { splitChecksumHeaders } from './checksums.ts'
import { chunkedBody } from './chunked-body.ts'
import { nameOf } from './directory-markers.ts'
import type { S3Entered } from './s3-gate.ts'
import { userMetadataIn } from './s3-metadata.ts'
import { mustBeCurrentVersion, type S3Target } from './s3-operations.ts'

const DOCUMENT_BYTES = 2 * 1024 * 1024
const TAGS_MAX = 10

/** A parsed request of the S3 protocol. */
export interface S3Request extends S3Entered {
  ref: string
  bucket: string
  /** Empty for requests about buckets. */
  name: string
  query: Readonly<Record<string, string | undefined>>
  request: FastifyRequest
}

export function toS3Request(entered: S3Entered, request: FastifyRequest): S3Request {
  const rest = (request.params as { '*'?: string })['*'] ?? ''
  const cut = rest.indexOf('/')
  const [bucket, key] = cut < 0 ? [rest, ''] : [rest.slice(0, cut), rest.slice(cut + 1)]
  const name = nameOf(key)
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, string | string[]>).map(
      ([parameter, value]) => [parameter, [value].flat()[0]] as const,
    ),
  )
  return { ...entered, ref: entered.project.ref, bucket, name, query, request }
}

export const targetOf = ({ bucket, name }: Pick<S3Request, 'bucket' | 'name'>): S3Target =>
  bucket === '' ? 'service' : name === '' ? 'bucket' : 'object'

/** The decoded bytes of an upload, verified against signatures and the checksums in `headers`. */
export function uploadedBytes(
  { request, signing }: S3Request,
  headers = request.headers,
): {
  body: AsyncIterable<Uint8Array>
  size: number | undefined
} {
  const kind = header(request, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD'
  const body = withUploadTimeout(request.raw)
  const decoded = header(request, 'x-amz-decoded-content-length')
  if (kind.startsWith('STREAMING-')) {
    const isSigned = kind.startsWith('STREAMING-AWS4-HMAC')
    const announced = header(request, 'x-amz-trailer')?.trim().toLowerCase()
    const bytes = chunkedBody(body, isSigned ? signing : undefined, announced)
    return {
      body: checkedBody(bytes, splitChecksumHeaders(headers).ofObject),
      size: decoded === undefined ? undefined : Number(decoded),
    }
  }
  const length = header(request, 'content-length')
  return {
    body: checkedBody(body, headers),
    size: length === undefined ? undefined : Number(length),
  }
}

/** A small XML document in the body. `headers` have its checksums. */
export async function documentIn(s3Request: S3Request, headers = s3Request.request.headers) {
  return readText(Readable.from(bounded(uploadedBytes(s3Request, headers).body, DOCUMENT_BYTES)))
}

/** The percent-encoded `/bucket/key` of the source of a copy, which must be the current version. */
export function copySource({ request }: S3Request) {
  // A key may contain a question mark, which some clients do not encode.
  const [path = '', ...version] = (header(request, 'x-amz-copy-source') ?? '').split('?versionId=')
  if (version.join('') === '' && version.length > 0)
    throw storageError('InvalidRequest', 'x-amz-copy-source names an empty versionId')
  mustBeCurrentVersion(version.length > 0 ? decoded(version.join('?versionId=')) : undefined)
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

/** Headers, or the fields of a form, by lower-case name. */
export type S3Fields = Readonly<Record<string, string | undefined>>

export const fieldsOf = ({ request }: Pick<S3Request, 'request'>): S3Fields =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat()[0]]))

/** The metadata of an upload. */
export function describedIn(fields: S3Fields) {
  const tagging = fields['x-amz-tagging']
  const encoding = fields['content-encoding']
    ?.split(',')
    .map((one) => one.trim())
    // The encoding of the request, not of the object.
    .filter((one) => one !== '' && one.toLowerCase() !== 'aws-chunked')
    .join(', ')
  const described: Description = {
    ...(fields['content-disposition'] && { contentDisposition: fields['content-disposition'] }),
    ...(encoding && { contentEncoding: encoding }),
    ...(fields['content-language'] && { contentLanguage: fields['content-language'] }),
    ...(fields.expires && { expires: fields.expires }),
    ...(tagging && { tags: checkedTags([...new URLSearchParams(tagging)]) }),
  }
  return {
    contentType: fields['content-type'] || 'application/octet-stream',
    cacheControl: fields['cache-control'] || 'no-cache',
    userMetadata: userMetadataIn(fields),
    described,
  }
}

/** Throws InvalidRequest for more tags than S3 allows, or duplicate names. */
export function checkedTags(pairs: readonly (readonly [string, string])[]) {
  const tags = Object.fromEntries(pairs)
  if (pairs.length > TAGS_MAX || Object.keys(tags).length < pairs.length)
    throw storageError('InvalidRequest', `An object can have at most ${TAGS_MAX} tags with unique names`)
  return tags
}
