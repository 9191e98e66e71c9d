import { randomUUID } from 'node:crypto'
import { isMimeTypeAllowed } from '@basalt/contract/storage/limits.rules.ts'
import { FOLDER_PLACEHOLDER, isObjectKey } from '@basalt/contract/storage/names.rules.ts'
import type { ObjectMetadata } from '@basalt/contract/storage/objects.schema.ts'
import type { BlobInfo, BlobStore, Bytes } from '@basalt/object-store/blob-store.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import {
  insertObject,
  type NewObject,
  putObject,
  uploadConstraints,
  upsertObject,
} from '../objects/objects.store.ts'
import { isHeaderText } from '../request-parts.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { invalidKey, isReason, storageError, toStorageError } from '../storage-error.ts'
import { bounded } from './upload-body.ts'

/** Where an object is uploaded to, and its metadata. */
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
  /** Optional metadata of the bytes. */
  described?: Description | undefined
  /** An upper limit of the size, when it is known only at the end. */
  sizeMax?: number | undefined
  /** The replaced object must have one of these ETags; `['*']` means any. Without it there is no condition. */
  ifMatch?: readonly string[] | undefined
}

/** Headers of downloads, and tags, which only some protocols set. */
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

/** The size of boundaries and other fields in a form, as clients send it. */
const FORM_BYTES_AROUND_FILE = 8 * 1024

/**
 * Stores uploads. Permission is checked before a byte is read. The bytes are complete before their row is written, so a
 * crash leaves at most orphaned bytes, which the janitor deletes.
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

  const constraintsOf = (ref: string, bucket: string, name: string) =>
    uploadConstraints((statement) => catalog.once(ref, SERVICE, statement), bucket, name)

  const put = ({ ref, caller, isUpsert, ifMatch }: UploadTarget, object: NewObject) =>
    putObject((statement) => catalog.once(ref, caller, statement), object, ifMatch ?? isUpsert)

  const metadataOf = (target: UploadTarget, { size, md5 }: BlobInfo, eTag = `"${md5}"`): ObjectMetadata => ({
    ...target.described,
    eTag,
    size,
    mimetype: target.contentType,
    cacheControl: target.cacheControl,
    lastModified: now().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  })

  /** Checks policies before the upload. They do not apply to the service role. */
  const dryRun = async (target: UploadTarget, metadata: Partial<ObjectMetadata>) => {
    if (target.caller.role === SERVICE.role) return
    const object = rowOf(target, randomUUID(), metadata)
    await catalog.dryRun(target.ref, target.caller, (rows) =>
      target.isUpsert ? upsertObject(rows, object) : insertObject(rows, object),
    )
  }

  /**
   * Policies may check the size. Of a form, only the total length is known: it is refused here if policies refuse all
   * possible sizes of its file, and otherwise when the row is written.
   */
  const dryRunWithSize = async (target: UploadTarget, size: number | undefined) => {
    const { contentType: mimetype, sizeMax } = target
    const withSize = (bytes: number | undefined) =>
      dryRun(target, { mimetype, ...(bytes !== undefined && { size: bytes, contentLength: bytes }) })
    if (size !== undefined || sizeMax === undefined) return withSize(size)
    await withSize(sizeMax).catch((error) => {
      if (!isReason(error, 'AccessDenied')) throw error
      return withSize(Math.max(0, sizeMax - FORM_BYTES_AROUND_FILE))
    })
  }

  return {
    /** Throws if the caller may not write an object there, whatever its contents. */
    async mayWrite(target: Omit<UploadTarget, 'contentType' | 'cacheControl' | 'userMetadata'>) {
      const { ref, bucket, name, isUpsert } = target
      if (!isObjectKey(name)) throw invalidKey(name)
      const { eTag } = await constraintsOf(ref, bucket, name)
      await dryRun({ ...target, contentType: '', cacheControl: '', userMetadata: null }, {})
      if (eTag !== null && !isUpsert) throw storageError('KeyAlreadyExists')
    },

    /**
     * Checks the key, the bucket's rules and policies before the upload. Returns the maximum size in bytes. `size` is
     * undefined if the sender does not know it.
     */
    async admit(target: UploadTarget, size: number | undefined) {
      const { ref, bucket: bucketId, name, isUpsert, ifMatch } = target
      if (!isObjectKey(name)) throw invalidKey(name)
      // These become headers of downloads.
      const { tags: _tags, ...headers } = target.described ?? {}
      if (![target.contentType, target.cacheControl, ...Object.values(headers)].every(isHeaderText))
        throw storageError('InvalidRequest', 'The headers of an object must not contain special characters')
      const [{ config }, bucket] = await Promise.all([settings.of(ref), constraintsOf(ref, bucketId, name)])
      const isTypeAllowed = isMimeTypeAllowed(target.contentType, bucket.allowed_mime_types)
      // A folder has no type. Its placeholder must be empty.
      const isOnlyFolder = !isTypeAllowed && name.split('/').at(-1) === FOLDER_PLACEHOLDER
      if (!isTypeAllowed && !isOnlyFolder)
        throw storageError('InvalidMimeType', `mime type ${target.contentType} is not supported`)
      const limit = isOnlyFolder
        ? 0
        : Math.min(config.fileSizeLimit, bucket.file_size_limit ?? Number.POSITIVE_INFINITY)
      if (size !== undefined && size > limit) throw storageError('EntityTooLarge')
      await dryRunWithSize(target, size)
      if (bucket.eTag !== null && !isUpsert) throw storageError('KeyAlreadyExists')
      if (ifMatch) mustMatch(bucket.eTag, ifMatch)
      return limit
    },

    /** Writes the bytes and then the row. `limit` is the result of `admit`. */
    async store(target: UploadTarget, body: Bytes, limit: number) {
      const version = randomUUID()
      const key = blobKey(target.ref, version)
      const facts = await blobs.writeHashed(key, bounded(body, limit)).catch((error) => {
        throw toStorageError(error)
      })
      return this.writeRow(target, version, facts).catch((error) => {
        // If the connection broke, the row may have been committed. The janitor checks for it.
        janitor.discard(target.ref, [version])
        throw error
      })
    },

    /** Writes the row for bytes in the blob store. If it is refused, the caller must discard the bytes. */
    async writeRow(target: UploadTarget, version: string, facts: BlobInfo, eTag?: string) {
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
