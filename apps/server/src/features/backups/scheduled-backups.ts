import { hasRestoreEnded } from '@basalt/contract/backups/backups.rules.ts'
import type { BackupFiles } from './backup-files.ts'
import type { Choosing } from './backup-runs.ts'
import type { BackupStore, StoredBackup } from './backups.store.ts'
import { expiredBackups } from './retention.rules.ts'
import { dueTime, keptDays } from './schedule.rules.ts'

interface Deps {
  store: BackupStore
  files: BackupFiles
  /** Enqueues a backup of a project. */
  enqueue(ref: string): Promise<unknown>
  choosing: Choosing
  now: () => Date
}

export type ScheduledBackups = ReturnType<typeof scheduledBackups>

/** When projects are backed up, and which of their backups are kept. */
export function scheduledBackups({ store, files, enqueue, choosing, now }: Deps) {
  const remove = async (backup: StoredBackup) => {
    await files.remove(backup)
    await store.remove(backup.id)
  }

  return {
    remove,

    /** Begins what is due. A time is noted once its backup is queued, so that a killed server begins it once more. */
    async begin({ signal }: { signal: AbortSignal }) {
      for (const { ref, plan, created_at, due_at, ...settings } of await store.scheduled()) {
        signal.throwIfAborted()
        // A new project waits for its first time.
        const due = dueTime(settings, { plan, since: new Date(due_at ?? created_at), now: now() })
        if (!due) continue
        if (due.begins) await enqueue(ref)
        await store.settingsOf(ref)
        await store.change(ref, { due_at: due.time })
      }
    },

    /** Removes what is older, or more, than the project keeps. */
    expire: (ref: string): Promise<void> =>
      choosing(ref, async () => {
        // What is read meanwhile is removed the next time.
        if (await store.isCopied(ref)) return
        const [plan, settings, all] = await Promise.all([
          store.planOf(ref),
          store.settingsOf(ref),
          store.listOf(ref),
        ])
        const kept = { days: keptDays(settings, plan), count: settings.keep_count ?? undefined }
        for (const backup of expiredBackups(all, { now: now(), ...kept })) await remove(backup)
        await store.removeOldPoints(ref)
        const left = await store.listOf(ref)
        const restore = await store.lastRestore(ref)
        const isKept = (archive: string) =>
          archive === settings.archive ||
          left.some((backup) => backup.archive === archive) ||
          (restore && !hasRestoreEnded(restore.status) && restore.previous_archive === archive)
        for (const archive of new Set(all.map((backup) => backup.archive)))
          if (isKept(archive)) await files.removeUnusedLog(ref, archive, left)
          else await files.removeArchive(ref, archive)
      }),
  }
}
