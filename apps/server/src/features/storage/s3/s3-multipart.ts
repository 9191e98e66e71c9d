import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BlobStore, ByteRange } from '@basalt/object-store/blob-store.ts'
import type { StagingArea } from '@basalt/object-store/staging-area.ts'
import { AppError } from '../../../http/app-error.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import { detailsOf } from '../objects/object-details.ts'
import { findObject } from '../objects/objects.store.ts'
import { header } from '../request-parts.ts'
import { storageError, toStorageError } from '../storage-error.ts'
import { bounded } from '../uploads/upload-body.ts'
import type { Description, UploadService } from '../uploads/uploads.service.ts'
import { checkedBody } from './checked-body.ts'
import { splitChecksumHeaders } from './checksums.ts'
import { keyOf as keyOfObject } from './directory-markers.ts'
import { type ListedUpload, uploadsPage } from './multipart-page.ts'
import { conditionally, mustMeetSourceConditions, writeConditionIn } from './s3-conditions.ts'
import { copySource, describedIn, documentIn, fieldsOf, type S3Request, uploadedBytes } from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

/** A multipart upload expires after this time. */
const UPLOAD_DAYS = 7
const PART_NUMBER_MAX = 10_000
const LIST_PARTS_MAX = 1000
const LIST_UPLOADS_MAX = 1000

/** The stored information about an upload or one of its parts. */
export interface MultipartInfo {
  bucket: string
  name: string
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  described?: Description
  limit: number
  startedAt: string
  expiresAt: string
  /** The MD5 of a part, in hex. */
  md5?: string
}

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  uploads: UploadService
  janitor: Janitor
  multipart: StagingArea<MultipartInfo>
  now: () => Date
}

/** Multipart uploads. Parts are staged until the client completes the upload. */
export function s3Multipart({ blobs, catalog, uploads, janitor, multipart, now }: Deps) {
  const keyOf = (ref: string, id: string) => `${ref}/${id}`
  const partKey = (ref: string, id: string, number: number | '') => `${ref}/${id}_${number}`

  const find = async ({ ref, bucket, name, query }: S3Request) => {
    const id = query.uploadId ?? ''
    const staged = /^[0-9a-f-]{36}$/.test(id) ? await multipart.find(keyOf(ref, id)) : undefined
    if (!staged || staged.info.bucket !== bucket || staged.info.name !== name)
      throw storageError('NoSuchUpload')
    return { id, info: staged.info }
  }

  /** The staged part numbers, in ascending order. */
  const numbersOf = async (ref: string, id: string) => {
    const begin = partKey(ref, id, '')
    const numbers: number[] = []
    for await (const key of multipart.ids(ref))
      if (key.startsWith(begin)) numbers.push(Number(key.slice(begin.length)))
    return numbers.sort((one, other) => one - other)
  }

  const partsOf = async (ref: string, id: string, numbers: readonly number[]) => {
    const parts: { number: number; size: number; info: MultipartInfo }[] = []
    for (const number of numbers) {
      const staged = await multipart.find(partKey(ref, id, number))
      if (staged?.info.md5) parts.push({ number, size: staged.size ?? 0, info: staged.info })
    }
    return parts
  }

  /** Removes the upload first, so that it is either complete or gone. Parts left behind by a failure expire. */
  const removeUpload = async (ref: string, id: string) => {
    const numbers = await numbersOf(ref, id)
    await multipart.remove(keyOf(ref, id))
    for (const number of numbers) await multipart.remove(partKey(ref, id, number))
  }

  const numberIn = ({ query }: S3Request) => {
    const number = Number(query.partNumber)
    if (!(Number.isInteger(number) && number >= 1 && number <= PART_NUMBER_MAX))
      throw storageError('InvalidRequest', `Parts are numbered from 1 to ${PART_NUMBER_MAX}`)
    return number
  }

  /** Stores or replaces a part. Returns its ETag. */
  const stage = async (s3Request: S3Request, body: AsyncIterable<Uint8Array>) => {
    const { id, info } = await find(s3Request)
    // Staged separately until it is complete, because another attempt at the same part may be in progress.
    const attempt = keyOf(s3Request.ref, randomUUID())
    try {
      await multipart.create(attempt, info)
      await multipart.append(attempt, 0, bounded(body, info.limit))
      const { md5 } = await multipart.facts(attempt)
      await multipart.note(attempt, { ...info, md5, startedAt: now().toISOString() })
      await multipart.rename(attempt, partKey(s3Request.ref, id, numberIn(s3Request)))
      return `"${md5}"`
    } catch (error) {
      await multipart.remove(attempt)
      throw toStorageError(error)
    }
  }

  return {
    async create(s3Request: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = s3Request
      const metadata = { bucket, name, ...describedIn(fieldsOf(s3Request)) }
      const target = { ...metadata, ref, caller: SERVICE, owner: null, isUpsert: true }
      const limit = await uploads.admit(target, undefined)
      const id = randomUUID()
      const startedAt = now().toISOString()
      const expiresAt = new Date(now().getTime() + UPLOAD_DAYS * 86_400_000).toISOString()
      await multipart.create(keyOf(ref, id), { ...metadata, limit, startedAt, expiresAt })
      return ['InitiateMultipartUploadResult', { Bucket: bucket, Key: name, UploadId: id }]
    },

    uploadPart: (s3Request: S3Request) => stage(s3Request, uploadedBytes(s3Request).body),

    async copyPart(s3Request: S3Request): Promise<[string, Xml]> {
      const from = copySource(s3Request)
      const source = await catalog.as(s3Request.ref, SERVICE, (rows) =>
        findObject(rows, from.bucket, from.name),
      )
      if (!source) throw storageError('NoSuchKey')
      const details = detailsOf(source)
      if (!details) throw storageError('NoSuchKey')
      mustMeetSourceConditions(fieldsOf(s3Request), details)
      const range = partRange(header(s3Request.request, 'x-amz-copy-source-range'), details.size)
      const bytes = await blobs.read(blobKey(s3Request.ref, details.version), range)
      if (!bytes) throw storageError('NoSuchKey')
      return ['CopyPartResult', { ETag: await stage(s3Request, bytes), LastModified: now().toISOString() }]
    },

    /** A page of the parts after `part-number-marker`. */
    async listParts(s3Request: S3Request): Promise<[string, Xml]> {
      const { id } = await find(s3Request)
      const marker = countIn(s3Request, 'part-number-marker') ?? 0
      const limit = Math.min(countIn(s3Request, 'max-parts') ?? LIST_PARTS_MAX, LIST_PARTS_MAX)
      const left = (await numbersOf(s3Request.ref, id)).filter((number) => number > marker)
      const page = left.slice(0, limit)
      const parts = await partsOf(s3Request.ref, id, page)
      const isTruncated = left.length > limit && limit > 0
      return [
        'ListPartsResult',
        {
          Bucket: s3Request.bucket,
          Key: s3Request.name,
          UploadId: id,
          MaxParts: limit,
          PartNumberMarker: marker,
          IsTruncated: isTruncated,
          // Clients continue as long as they get a marker.
          ...(isTruncated && { NextPartNumberMarker: page.at(-1)! }),
          Part: parts.map(({ number, size, info }) => ({
            PartNumber: number,
            LastModified: info.startedAt,
            ETag: `"${info.md5}"`,
            Size: size,
          })),
        },
      ]
    },

    /** A page of a bucket's uploads in progress, by key and start. */
    async list(s3Request: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, query } = s3Request
      await catalog.as(ref, SERVICE, (rows) => findBucket(rows, bucket))
      const uploadsInProgress: ListedUpload[] = []
      for await (const key of multipart.ids(ref)) {
        const staged = /\/[0-9a-f-]{36}$/.test(key) ? await multipart.find(key) : undefined
        if (staged?.info.bucket === bucket && staged.size === 0 && !staged.info.md5)
          uploadsInProgress.push({
            key: keyOfObject(staged.info.name),
            id: key.slice(ref.length + 1),
            startedAt: staged.info.startedAt,
          })
      }
      return [
        'ListMultipartUploadsResult',
        {
          Bucket: bucket,
          ...uploadsPage(uploadsInProgress, {
            prefix: query.prefix ?? '',
            delimiter: query.delimiter ?? '',
            keyMarker: query['key-marker'] ?? '',
            idMarker: query['upload-id-marker'] ?? '',
            limit: Math.min(countIn(s3Request, 'max-uploads') ?? LIST_UPLOADS_MAX, LIST_UPLOADS_MAX),
            isUrlEncoded: query['encoding-type'] === 'url',
          }),
        },
      ]
    },

    async abort(s3Request: S3Request) {
      const { id } = await find(s3Request)
      await removeUpload(s3Request.ref, id)
    },

    /** Joins the parts that the client lists. */
    async complete(s3Request: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = s3Request
      const { id, info } = await find(s3Request)
      const parts = await partsOf(ref, id, await numbersOf(ref, id))
      const staged = new Map(parts.map((part) => [part.number, part]))
      const { ofObject, others } = splitChecksumHeaders(s3Request.request.headers)
      const named = elements(await documentIn(s3Request, others), 'Part').map((part) => {
        const found = staged.get(Number(textOf(part, 'PartNumber')))
        if (!found || textOf(part, 'ETag')?.replaceAll('"', '') !== found.info.md5)
          throw storageError('InvalidPart')
        return found
      })
      if (named.length === 0 || named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
        throw storageError('InvalidPart', 'The parts must be in ascending order')
      async function* joined() {
        for (const { number } of named) yield* createReadStream(multipart.file(partKey(ref, id, number)))
      }
      const condition = writeConditionIn(fieldsOf(s3Request))
      const target = { ...info, ref, caller: SERVICE, owner: null, ...condition }
      await conditionally(() => uploads.admit(target, undefined))
      const version = randomUUID()
      const bytes = checkedBody(bounded(joined(), info.limit), ofObject)
      const facts = await blobs.writeHashed(blobKey(ref, version), bytes).catch((error) => {
        throw toStorageError(error)
      })
      const md5s = Buffer.concat(named.map((part) => Buffer.from(part.info.md5!, 'hex')))
      const eTag = `"${createHash('md5').update(md5s).digest('hex')}-${named.length}"`
      await conditionally(() => uploads.writeRow(target, version, facts, eTag)).catch((error) => {
        janitor.discard(ref, [version])
        throw error
      })
      await removeUpload(ref, id)
      return [
        'CompleteMultipartUploadResult',
        { Location: `/${bucket}/${name}`, Bucket: bucket, Key: name, ETag: eTag },
      ]
    },

    async removeExpired() {
      for await (const key of multipart.ids()) {
        const staged = await multipart.find(key)
        if (!staged || Date.parse(staged.info.expiresAt) <= now().getTime()) await multipart.remove(key)
      }
    },
  }
}

/** A number in the query; undefined if it is missing. */
function countIn({ query }: S3Request, name: string) {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw storageError('InvalidRequest', `${name} must be a number`)
  return Number(text)
}

/** The source range that a part copies; undefined for all. Throws InvalidRange unless the source contains all of it. */
function partRange(text: string | undefined, size: number): ByteRange | undefined {
  if (text === undefined) return undefined
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  const [start, end] = [Number(first), Number(last)]
  if (!(start <= end && end < size))
    // Unlike the 416 of a download, as in the public service.
    throw new AppError(
      'validation_failed',
      `The source has ${size} bytes. State a range within them, such as bytes=0-9`,
      { details: { reason: 'InvalidRange' } },
    )
  return { start, end }
}
