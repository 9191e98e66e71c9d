import { randomUUID } from 'node:crypto'
import { RESUMABLE_HOURS } from '@basalt/contract/storage/limits.rules.ts'
import type { BlobStore, Bytes } from '@basalt/object-store/blob-store.ts'
import type { StagingArea } from '@basalt/object-store/staging-area.ts'
import { type DatabaseCaller, SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import { versionsInUse } from '../objects/objects.store.ts'
import { isReason, storageError, toStorageError } from '../storage-error.ts'
import { bounded } from '../uploads/upload-body.ts'
import { uploadLocks } from '../uploads/upload-locks.ts'
import type { UploadService, UploadTarget } from '../uploads/uploads.service.ts'

type Stored = Omit<UploadTarget, 'caller'>

/** The stored information about an upload. */
export interface ResumableInfo extends Stored {
  role: string
  /** In bytes; null until the sender states it. */
  length: number | null
  expiresAt: string
}

export type ResumableService = ReturnType<typeof resumableService>

interface Deps {
  staging: StagingArea<ResumableInfo>
  blobs: BlobStore
  catalog: Catalog
  uploads: UploadService
  janitor: Janitor
  now: () => Date
}

/** The sender of an upload, and how to end its request when another one continues the upload. */
export interface Sender {
  ref: string
  caller: DatabaseCaller
  owner: string | null
  abort(): void
}

/** Uploads that can be continued after any failure of sender, network or server. */
export function resumableService({ staging, blobs, catalog, uploads, janitor, now }: Deps) {
  const withLock = uploadLocks()

  const find = async (sender: Sender, id: string) => {
    const staged = /^[\w-]+$/.test(id) ? await staging.find(`${sender.ref}/${id}`) : undefined
    const isOwn = staged && staged.info.role === sender.caller.role && staged.info.owner === sender.owner
    if (!staged || !isOwn) throw storageError('NoSuchUpload')
    if (Date.parse(staged.info.expiresAt) <= now().getTime()) {
      await staging.remove(`${sender.ref}/${id}`)
      throw storageError('UploadExpired')
    }
    return staged
  }

  /** Without a size, the staged bytes have been moved to the blob store, so all have arrived. */
  const progressOf = (info: ResumableInfo, size: number | undefined) => ({
    offset: size ?? info.length ?? 0,
    length: info.length,
    expiresAt: info.expiresAt,
  })

  /**
   * Writes the row of a complete upload. Can be repeated at any point: the upload's id is also that of its bytes, which
   * stay staged until the row exists. `mayHaveRow` means that an earlier process may have written it. Staged bytes are
   * deleted only when a retry cannot help, and not because the database is down.
   */
  const complete = async (sender: Sender, id: string, info: ResumableInfo, mayHaveRow: boolean) => {
    const key = `${sender.ref}/${id}`
    if (!(mayHaveRow && (await hasRow(sender.ref, id)))) {
      const [facts] = await Promise.all([
        staging.facts(key),
        blobs.adopt(blobKey(sender.ref, id), staging.file(key)),
      ]).catch((error) => {
        throw toStorageError(error)
      })
      // Keeps the janitor from deleting the bytes of an earlier attempt before they have their row.
      await janitor
        .withSharedBytes(() => uploads.writeRow({ ...info, caller: sender.caller }, id, facts))
        .catch(async (error) => {
          if (isFinal(error)) {
            janitor.discard(sender.ref, [id])
            await staging.remove(key)
          }
          throw error
        })
    }
    await staging.finish(key)
  }

  const hasRow = async (ref: string, id: string) =>
    (await catalog.as(ref, SERVICE, (rows) => versionsInUse(rows, [id]))).has(id)

  /** Appends bytes, and completes the upload after the last ones. */
  const receive = async (sender: Sender, id: string, info: ResumableInfo, offset: number, body: Bytes) => {
    const target = { ...info, caller: sender.caller }
    const limit = await uploads.admit(target, info.length ?? undefined)
    const room = Math.min(limit, info.length ?? limit) - offset
    const size = await staging.append(`${sender.ref}/${id}`, offset, bounded(body, room)).catch((error) => {
      throw toStorageError(error)
    })
    if (size === info.length) await complete(sender, id, info, size === offset)
    return progressOf(info, size)
  }

  return {
    /** Returns the id of the upload and its progress. */
    async create(
      sender: Sender,
      metadata: Omit<Stored, 'ref' | 'owner'>,
      length: number | null,
      body?: Bytes,
    ) {
      const { ref, owner, caller } = sender
      const expiresAt = new Date(now().getTime() + RESUMABLE_HOURS * 3_600_000).toISOString()
      const info: ResumableInfo = { ...metadata, ref, owner, role: caller.role, length, expiresAt }
      await uploads.admit({ ...info, caller }, length ?? undefined)
      const id = randomUUID()
      await staging.create(`${ref}/${id}`, info)
      if (!body && length !== 0) return { id, ...progressOf(info, 0) }
      const progress = await withLock(`${ref}/${id}`, sender.abort, () =>
        receive(sender, id, info, 0, body ?? nothing()),
      )
      return { id, ...progress }
    },

    /** The progress of an upload. Ends its current writer. */
    progress: (sender: Sender, id: string) =>
      withLock(`${sender.ref}/${id}`, sender.abort, async () => {
        const { info, size } = await find(sender, id)
        if (size !== undefined && size === info.length) await complete(sender, id, info, true)
        return progressOf(info, size)
      }),

    /** Continues at `offset`, which must match the progress. `length` is given if the sender states it only now. */
    append: (sender: Sender, id: string, offset: number, length: number | undefined, body: Bytes) =>
      withLock(`${sender.ref}/${id}`, sender.abort, async () => {
        const { info, size } = await find(sender, id)
        if (offset !== size)
          throw storageError(
            'OffsetConflict',
            `The upload is at ${progressOf(info, size).offset}, not at ${offset}`,
          )
        if (length !== undefined && info.length !== null && length !== info.length)
          throw storageError('InvalidRequest', 'The length of an upload cannot be changed')
        const known = { ...info, length: info.length ?? length ?? null }
        if (known.length !== info.length) await staging.note(`${sender.ref}/${id}`, known)
        return receive(sender, id, known, offset, body)
      }),

    /** Cancels an upload and deletes its bytes. */
    terminate: (sender: Sender, id: string) =>
      withLock(`${sender.ref}/${id}`, sender.abort, async () => {
        await find(sender, id)
        await staging.remove(`${sender.ref}/${id}`)
      }),

    /** Deletes uploads that were not completed in time. */
    async removeExpired() {
      for await (const id of staging.ids()) {
        const staged = await staging.find(id)
        if (!staged || Date.parse(staged.info.expiresAt) <= now().getTime()) await staging.remove(id)
      }
    },
  }
}

/** Errors that every further attempt to complete the upload would repeat. */
const isFinal = (error: unknown) =>
  (['KeyAlreadyExists', 'AccessDenied', 'NoSuchBucket'] as const).some((reason) => isReason(error, reason))

async function* nothing() {}
