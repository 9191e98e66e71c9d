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
import { uploadTurns } from '../uploads/upload-turns.ts'
import type { UploadService, UploadTarget } from '../uploads/uploads.service.ts'

type Stored = Omit<UploadTarget, 'caller'>

/** What is noted of an upload beside its bytes. */
export interface ResumableInfo extends Stored {
  role: string
  /** In bytes; null until the sender says. */
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

/** Who continues with an upload, and how its request is ended when somebody else comes for it. */
export interface Sender {
  ref: string
  caller: DatabaseCaller
  owner: string | null
  giveUp(): void
}

/** Uploads that can be gone on with after anything that may happen to sender, network and server. */
export function resumableService({ staging, blobs, catalog, uploads, janitor, now }: Deps) {
  const inTurn = uploadTurns()

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

  /** Bytes that are gone have a name: they stay until it is written. */
  const progressOf = (info: ResumableInfo, size: number | undefined) => ({
    offset: size ?? info.length ?? 0,
    length: info.length,
    expiresAt: info.expiresAt,
  })

  /**
   * Gives what has come a row. May be begun again at any point: the id of the upload is that of its bytes, which stay
   * here until the row is there. `mayBeNamed` when an earlier process may have come so far. Staged bytes go only when
   * trying again cannot help: a database that is away now takes the row later.
   */
  const complete = async (sender: Sender, id: string, info: ResumableInfo, mayBeNamed: boolean) => {
    const key = `${sender.ref}/${id}`
    if (!(mayBeNamed && (await isNamed(sender.ref, id)))) {
      const [facts] = await Promise.all([
        staging.facts(key),
        blobs.adopt(blobKey(sender.ref, id), staging.file(key)),
      ]).catch((error) => {
        throw toStorageError(error)
      })
      // A janitor that looks at the bytes of an earlier attempt waits until they have their row.
      await janitor
        .whileSharing(() => uploads.name({ ...info, caller: sender.caller }, id, facts))
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

  const isNamed = async (ref: string, id: string) =>
    (await catalog.as(ref, SERVICE, (rows) => versionsInUse(rows, [id]))).has(id)

  /** Takes bytes in, and completes the upload when they were the last. */
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
    /** Returns the id of the upload and how far it is. */
    async create(sender: Sender, told: Omit<Stored, 'ref' | 'owner'>, length: number | null, body?: Bytes) {
      const { ref, owner, caller } = sender
      const expiresAt = new Date(now().getTime() + RESUMABLE_HOURS * 3_600_000).toISOString()
      const info: ResumableInfo = { ...told, ref, owner, role: caller.role, length, expiresAt }
      await uploads.admit({ ...info, caller }, length ?? undefined)
      const id = randomUUID()
      await staging.create(`${ref}/${id}`, info)
      if (!body && length !== 0) return { id, ...progressOf(info, 0) }
      const progress = await inTurn(`${ref}/${id}`, sender.giveUp, () =>
        receive(sender, id, info, 0, body ?? nothing()),
      )
      return { id, ...progress }
    },

    /** How far an upload is; ends its current writer. */
    progress: (sender: Sender, id: string) =>
      inTurn(`${sender.ref}/${id}`, sender.giveUp, async () => {
        const { info, size } = await find(sender, id)
        if (size !== undefined && size === info.length) await complete(sender, id, info, true)
        return progressOf(info, size)
      }),

    /** Goes on at `offset`, which must be where the upload is. `length` is what the sender states only now. */
    append: (sender: Sender, id: string, offset: number, length: number | undefined, body: Bytes) =>
      inTurn(`${sender.ref}/${id}`, sender.giveUp, async () => {
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

    /** Forgets an upload. */
    terminate: (sender: Sender, id: string) =>
      inTurn(`${sender.ref}/${id}`, sender.giveUp, async () => {
        await find(sender, id)
        await staging.remove(`${sender.ref}/${id}`)
      }),

    /** Removes what was not completed in time. */
    async removeExpired() {
      for await (const id of staging.ids()) {
        const staged = await staging.find(id)
        if (!staged || Date.parse(staged.info.expiresAt) <= now().getTime()) await staging.remove(id)
      }
    },
  }
}

/** Refusals that stay what they are, however often the same upload is completed. */
const isFinal = (error: unknown) =>
  (['KeyAlreadyExists', 'AccessDenied', 'NoSuchBucket'] as const).some((reason) => isReason(error, reason))

async function* nothing() {}
