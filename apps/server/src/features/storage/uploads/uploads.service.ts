import { randomUUID } from 'node:crypto'
import { isMimeTypeAllowed } from '@basalt/contract/storage/limits.rules.ts'
import { FOLDER_PLACEHOLDER, isObjectKey } from '@basalt/contract/storage/names.rules.ts'
import type { ObjectMetadata } from '@basalt/contract/storage/objects.schema.ts'
import type { BlobFacts, BlobStore, Bytes } from '@basalt/object-store/blob-store.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import { insertObject, type NewObject, placeOf, putObject, upsertObject } from '../objects/objects.store.ts'
import { isHeaderText } from '../request-parts.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { invalidKey, isReason, storageError, toStorageError } from '../storage-error.ts'
import { bounded } from './upload-body.ts'

/** Where an object goes, and what is known of it before its bytes. */
export interface UploadTarget {
  ref: string
  bucket: string
  name: string
  caller: DatabaseCaller
  isUpsert: boolean
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  owner: string | null
  /** Optional facts about the bytes. */
  described?: Description | undefined
  /** As many bytes at most, where only the end tells the size. */
  sizeMax?: number | undefined
  /** The replaced object must have one of these ETags; `['*']` means any. Without it, there is no condition. */
  ifMatch?: readonly string[] | undefined
}

/** Headers of every download, and tags, which only some protocols set. */
export type Description = Pick<
  ObjectMetadata,
  'contentDisposition' | 'contentEncoding' | 'contentLanguage' | 'expires' | 'xRobotsTag' | 'tags'
>

export type UploadService = ReturnType<typeof uploadService>

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  settings: StorageSettings
  janitor: Janitor
  now: () => Date
}

/** What the boundaries and the other fields of a form take up, as clients send them. */
const FORM_BYTES_AROUND_FILE = 8 * 1024

/**
 * Takes objects in. Whether the caller may is asked before a byte is read; the bytes are complete before the row names
 * them, so that a crash leaves at most bytes without a row, which the janitor finds.
 */
export function uploadService({ blobs, catalog, settings, janitor, now }: Deps) {
  const rowOf = (target: UploadTarget, version: string, metadata: Partial<ObjectMetadata>): NewObject => ({
    id: randomUUID(),
    bucket: target.bucket,
    name: target.name,
    owner: target.owner,
    version,
    metadata,
    userMetadata: target.userMetadata,
  })

  const placeIn = (ref: string, bucket: string, name: string) =>
    placeOf((statement) => catalog.once(ref, SERVICE, statement), bucket, name)

  const put = ({ ref, caller, isUpsert, ifMatch }: UploadTarget, object: NewObject) =>
    putObject((statement) => catalog.once(ref, caller, statement), object, ifMatch ?? isUpsert)

  const metadataOf = (target: UploadTarget, { size, md5 }: BlobFacts, eTag = `"${md5}"`): ObjectMetadata => ({
    ...target.described,
    eTag,
    size,
    mimetype: target.contentType,
    cacheControl: target.cacheControl,
    lastModified: now().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  })

  /** What policies say, before there is anything to say it about. The service itself has none to ask. */
  const rehearse = async (target: UploadTarget, metadata: Partial<ObjectMetadata>) => {
    if (target.caller.role === SERVICE.role) return
    const object = rowOf(target, randomUUID(), metadata)
    await catalog.rehearse(target.ref, target.caller, (rows) =>
      target.isUpsert ? upsertObject(rows, object) : insertObject(rows, object),
    )
  }

  /**
   * Policies may look at the size. A form tells only how long it is with everything around the file: it is refused when
   * policies refuse any size that its file may have, and otherwise when the row is written.
   */
  const rehearseSized = async (target: UploadTarget, size: number | undefined) => {
    const { contentType: mimetype, sizeMax } = target
    const sized = (bytes: number | undefined) =>
      rehearse(target, { mimetype, ...(bytes !== undefined && { size: bytes, contentLength: bytes }) })
    if (size !== undefined || sizeMax === undefined) return sized(size)
    await sized(sizeMax).catch((error) => {
      if (!isReason(error, 'AccessDenied')) throw error
      return sized(Math.max(0, sizeMax - FORM_BYTES_AROUND_FILE))
    })
  }

  return {
    /** Refuses a caller who may not put an object there, whatever it will be. */
    async mayWrite(place: Omit<UploadTarget, 'contentType' | 'cacheControl' | 'userMetadata'>) {
      const { ref, bucket, name, isUpsert } = place
      if (!isObjectKey(name)) throw invalidKey(name)
      const { eTag } = await placeIn(ref, bucket, name)
      await rehearse({ ...place, contentType: '', cacheControl: '', userMetadata: null }, {})
      if (eTag !== null && !isUpsert) throw storageError('KeyAlreadyExists')
    },

    /**
     * Refuses what is known to be wrong beforehand: the key, the bucket's rules, and what policies say.
     * Returns the largest size allowed. `size` is undefined where the sender does not know it.
     */
    async admit(target: UploadTarget, size: number | undefined) {
      const { ref, bucket: bucketId, name, isUpsert, ifMatch } = target
      if (!isObjectKey(name)) throw invalidKey(name)
      // They are headers of every download.
      const { tags: _tags, ...headers } = target.described ?? {}
      if (![target.contentType, target.cacheControl, ...Object.values(headers)].every(isHeaderText))
        throw storageError('InvalidRequest', 'The type and the cache time may have no special characters')
      const [{ config }, bucket] = await Promise.all([settings.of(ref), placeIn(ref, bucketId, name)])
      const isTypeAllowed = isMimeTypeAllowed(target.contentType, bucket.allowed_mime_types)
      // An empty folder has no type of its own; the placeholder that keeps it is empty.
      const isOnlyFolder = !isTypeAllowed && name.split('/').at(-1) === FOLDER_PLACEHOLDER
      if (!isTypeAllowed && !isOnlyFolder)
        throw storageError('InvalidMimeType', `mime type ${target.contentType} is not supported`)
      const limit = isOnlyFolder
        ? 0
        : Math.min(config.fileSizeLimit, bucket.file_size_limit ?? Number.POSITIVE_INFINITY)
      if (size !== undefined && size > limit) throw storageError('EntityTooLarge')
      await rehearseSized(target, size)
      if (bucket.eTag !== null && !isUpsert) throw storageError('KeyAlreadyExists')
      if (ifMatch) mustMatch(bucket.eTag, ifMatch)
      return limit
    },

    /** Writes bytes and then the row. `limit` is what `admit` returned. */
    async store(target: UploadTarget, body: Bytes, limit: number) {
      const version = randomUUID()
      const key = blobKey(target.ref, version)
      const facts = await blobs.write(key, bounded(body, limit)).catch((error) => {
        throw toStorageError(error)
      })
      return this.name(target, version, facts).catch((error) => {
        // Whether the row was committed is not known when the connection broke: only reachability tells.
        janitor.discard(target.ref, [version])
        throw error
      })
    },

    /**
     * Writes the row for bytes that are already in the blob store. If it is refused, the caller must discard the bytes.
     */
    async name(target: UploadTarget, version: string, facts: BlobFacts, eTag?: string) {
      const metadata = metadataOf(target, facts, eTag)
      const { id, replaced } = await put(target, rowOf(target, version, metadata))
      janitor.discard(target.ref, [replaced])
      return { id, version, metadata }
    },
  }
}

/** Throws NoSuchKey when there is no object, and PreconditionFailed when it has none of the ETags. */
function mustMatch(eTag: string | null, ifMatch: readonly string[]) {
  if (eTag === null) throw storageError('NoSuchKey')
  if (!ifMatch.includes('*') && !ifMatch.includes(eTag)) throw storageError('PreconditionFailed')
}
