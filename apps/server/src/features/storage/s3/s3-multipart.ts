import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BlobStore, ByteRange } from '@basalt/object-store/blob-store.ts'
import type { StagingArea } from '@basalt/object-store/staging-area.ts'
import { AppError } from '../../../http/app-error.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import { factsOf } from '../objects/object-facts.ts'
import { findObject } from '../objects/objects.store.ts'
import { header } from '../request-parts.ts'
import { storageError, toStorageError } from '../storage-error.ts'
import { bounded } from '../uploads/upload-body.ts'
import type { Description, UploadService } from '../uploads/uploads.service.ts'
import { checkedBody } from './checked-body.ts'
import { objectSums } from './checksums.ts'
import { keyOf as keyOfObject } from './directory-markers.ts'
import { type ListedUpload, uploadsPage } from './multipart-page.ts'
import { conditionally, mustFitSource, writeConditionIn } from './s3-conditions.ts'
import { copySource, describedIn, documentIn, fieldsOf, type S3Request, uploadedBytes } from './s3-request.ts'
import { elements, textOf, type Xml } from './xml.ts'

/** An upload in parts is forgotten after a week. */
const UPLOAD_DAYS = 7
const PART_NUMBER_MAX = 10_000
const LIST_PARTS_MAX = 1000
const LIST_UPLOADS_MAX = 1000

/** Noted of an upload, or of one of its parts. */
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
  /** Of a part: its MD5 in hex. */
  md5?: string
}

interface Parts {
  blobs: BlobStore
  catalog: Catalog
  uploads: UploadService
  janitor: Janitor
  multipart: StagingArea<MultipartInfo>
  now: () => Date
}

/** Uploads in parts, each of which is staged until the client says that they are all there. */
export function s3Multipart({ blobs, catalog, uploads, janitor, multipart, now }: Parts) {
  const keyOf = (ref: string, id: string) => `${ref}/${id}`
  const partKey = (ref: string, id: string, number: number | '') => `${ref}/${id}_${number}`

  const find = async ({ ref, bucket, name, query }: S3Request) => {
    const id = query.uploadId ?? ''
    const staged = /^[0-9a-f-]{36}$/.test(id) ? await multipart.find(keyOf(ref, id)) : undefined
    if (!staged || staged.info.bucket !== bucket || staged.info.name !== name)
      throw storageError('NoSuchUpload')
    return { id, info: staged.info }
  }

  /** In ascending order. */
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

  /** An upload that is gone for clients may leave parts, which expire; one that is there has all of them. */
  const forget = async (ref: string, id: string) => {
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

  /** Replaces the part if it was there. Returns its ETag. */
  const stage = async (asked: S3Request, body: AsyncIterable<Uint8Array>) => {
    const { id, info } = await find(asked)
    // Beside what is there, until it is complete: another attempt at the same part may be under way.
    const attempt = keyOf(asked.ref, randomUUID())
    try {
      await multipart.create(attempt, info)
      await multipart.append(attempt, 0, bounded(body, info.limit))
      const { md5 } = await multipart.facts(attempt)
      await multipart.note(attempt, { ...info, md5, startedAt: now().toISOString() })
      await multipart.rename(attempt, partKey(asked.ref, id, numberIn(asked)))
      return `"${md5}"`
    } catch (error) {
      await multipart.remove(attempt)
      throw toStorageError(error)
    }
  }

  return {
    async create(asked: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = asked
      const told = { bucket, name, ...describedIn(fieldsOf(asked)) }
      const target = { ...told, ref, caller: SERVICE, owner: null, isUpsert: true }
      const limit = await uploads.admit(target, undefined)
      const id = randomUUID()
      const startedAt = now().toISOString()
      const expiresAt = new Date(now().getTime() + UPLOAD_DAYS * 86_400_000).toISOString()
      await multipart.create(keyOf(ref, id), { ...told, limit, startedAt, expiresAt })
      return ['InitiateMultipartUploadResult', { Bucket: bucket, Key: name, UploadId: id }]
    },

    uploadPart: (asked: S3Request) => stage(asked, uploadedBytes(asked).body),

    async copyPart(asked: S3Request): Promise<[string, Xml]> {
      const from = copySource(asked)
      const source = await catalog.as(asked.ref, SERVICE, (rows) => findObject(rows, from.bucket, from.name))
      if (!source) throw storageError('NoSuchKey')
      const facts = factsOf(source)
      if (!facts) throw storageError('NoSuchKey')
      mustFitSource(fieldsOf(asked), facts)
      const range = partRange(header(asked.request, 'x-amz-copy-source-range'), facts.size)
      const bytes = await blobs.read(blobKey(asked.ref, facts.version), range)
      if (!bytes) throw storageError('NoSuchKey')
      return ['CopyPartResult', { ETag: await stage(asked, bytes), LastModified: now().toISOString() }]
    },

    /** A page of the parts, after the one that `part-number-marker` names. */
    async listParts(asked: S3Request): Promise<[string, Xml]> {
      const { id } = await find(asked)
      const marker = countIn(asked, 'part-number-marker') ?? 0
      const most = Math.min(countIn(asked, 'max-parts') ?? LIST_PARTS_MAX, LIST_PARTS_MAX)
      const left = (await numbersOf(asked.ref, id)).filter((number) => number > marker)
      const shown = left.slice(0, most)
      const parts = await partsOf(asked.ref, id, shown)
      const isTruncated = left.length > most && most > 0
      return [
        'ListPartsResult',
        {
          Bucket: asked.bucket,
          Key: asked.name,
          UploadId: id,
          MaxParts: most,
          PartNumberMarker: marker,
          IsTruncated: isTruncated,
          // Clients go on for as long as they are told where.
          ...(isTruncated && { NextPartNumberMarker: shown.at(-1)! }),
          Part: parts.map(({ number, size, info }) => ({
            PartNumber: number,
            LastModified: info.startedAt,
            ETag: `"${info.md5}"`,
            Size: size,
          })),
        },
      ]
    },

    /** A page of the uploads of a bucket that are under way, by key and then by when they began. */
    async list(asked: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, query } = asked
      await catalog.as(ref, SERVICE, (rows) => findBucket(rows, bucket))
      const begun: ListedUpload[] = []
      for await (const key of multipart.ids(ref)) {
        const staged = /\/[0-9a-f-]{36}$/.test(key) ? await multipart.find(key) : undefined
        if (staged?.info.bucket === bucket && staged.size === 0 && !staged.info.md5)
          begun.push({
            key: keyOfObject(staged.info.name),
            id: key.slice(ref.length + 1),
            startedAt: staged.info.startedAt,
          })
      }
      return [
        'ListMultipartUploadsResult',
        {
          Bucket: bucket,
          ...uploadsPage(begun, {
            prefix: query.prefix ?? '',
            delimiter: query.delimiter ?? '',
            keyMarker: query['key-marker'] ?? '',
            idMarker: query['upload-id-marker'] ?? '',
            limit: Math.min(countIn(asked, 'max-uploads') ?? LIST_UPLOADS_MAX, LIST_UPLOADS_MAX),
            isUrlEncoded: query['encoding-type'] === 'url',
          }),
        },
      ]
    },

    async abort(asked: S3Request) {
      const { id } = await find(asked)
      await forget(asked.ref, id)
    },

    /** Joins the parts that the client names, in its order. */
    async complete(asked: S3Request): Promise<[string, Xml]> {
      const { ref, bucket, name } = asked
      const { id, info } = await find(asked)
      const parts = await partsOf(ref, id, await numbersOf(ref, id))
      const there = new Map(parts.map((part) => [part.number, part]))
      const { ofObject, others } = objectSums(asked.request.headers)
      const wanted = elements(await documentIn(asked, others), 'Part').map((part) => {
        const found = there.get(Number(textOf(part, 'PartNumber')))
        if (!found || textOf(part, 'ETag')?.replaceAll('"', '') !== found.info.md5)
          throw storageError('InvalidPart')
        return found
      })
      if (
        wanted.length === 0 ||
        wanted.some(({ number }, index) => number <= (wanted[index - 1]?.number ?? 0))
      )
        throw storageError('InvalidPart', 'Name the parts in ascending order')
      async function* joined() {
        for (const { number } of wanted) yield* createReadStream(multipart.file(partKey(ref, id, number)))
      }
      const condition = writeConditionIn(fieldsOf(asked))
      const target = { ...info, ref, caller: SERVICE, owner: null, ...condition }
      await conditionally(() => uploads.admit(target, undefined))
      const version = randomUUID()
      const bytes = checkedBody(bounded(joined(), info.limit), ofObject)
      const facts = await blobs.write(blobKey(ref, version), bytes).catch((error) => {
        throw toStorageError(error)
      })
      const md5s = Buffer.concat(wanted.map((part) => Buffer.from(part.info.md5!, 'hex')))
      const eTag = `"${createHash('md5').update(md5s).digest('hex')}-${wanted.length}"`
      await conditionally(() => uploads.name(target, version, facts, eTag)).catch((error) => {
        janitor.discard(ref, [version])
        throw error
      })
      await forget(ref, id)
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

/** A count in the query; undefined where there is none. */
function countIn({ query }: S3Request, name: string) {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw storageError('InvalidRequest', `${name} must be a number`)
  return Number(text)
}

/** The bytes of the source that a part copies, all of which must be there; undefined for all. Throws InvalidRange. */
function partRange(text: string | undefined, size: number): ByteRange | undefined {
  if (text === undefined) return undefined
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  const [start, end] = [Number(first), Number(last)]
  if (!(start <= end && end < size))
    // Not the 416 of a download, as with the public service.
    throw new AppError(
      'validation_failed',
      `The source has ${size} bytes: state a range within them as bytes=0-9`,
      { details: { reason: 'InvalidRange' } },
    )
  return { start, end }
}
