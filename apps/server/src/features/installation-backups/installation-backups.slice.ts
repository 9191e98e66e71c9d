import path from 'node:path'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { sql } from 'kysely'
import type { PlainJob } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { CheckRestored } from '../backups/backups.port.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { archiveBehindNotice } from './archive-notice.ts'
import { installationBackupRoutes } from './installation-backups.routes.ts'
import { HOURLY } from './installation-backups.rules.ts'
import { type InstallationSource, installationBackupService } from './installation-backups.service.ts'
import { installationBackupStore } from './installation-backups.store.ts'
import { metadataLog } from './metadata-log.ts'

interface Needs {
  source: InstallationSource
  /** The bytes of the projects' files. */
  files: BlobStore
  /** Where backups go, and what that place is called. */
  backups: BlobStore
  place: string
  checkRestored: CheckRestored
  notifier: Pick<Notifier, 'notifyUser'>
}

/** Backups of the installation itself. */
export function installationBackupsSlice(
  { gates, config, version, metadata, engine, secrets, installationOwnerId, failed, now }: Platform,
  { source, files, backups, place, checkRestored, notifier }: Needs,
): Slice {
  const rows = installationBackupStore(metadata)
  const log =
    source.metadata &&
    metadataLog({
      login: source.metadata,
      metadata,
      backups,
      folder: path.join(source.dataDir, 'wal', 'installation'),
      async reportBehind(failure) {
        const ownerId = await installationOwnerId()
        if (ownerId !== undefined)
          await notifier.notifyUser(ownerId, archiveBehindNotice(failure, config.edition))
      },
      now,
      onError: failed('Receiving the log of the metadata failed'),
    })
  const service = installationBackupService({
    source,
    rows,
    engine,
    secrets,
    backups,
    place,
    // A bucket is not on this machine.
    files: config.s3 ? undefined : files,
    isEncrypted: config.encryptsBackups,
    settings: config.settings,
    version,
    async noteChanges() {
      const { rows } = await sql<{ on: boolean }>`
        select pg_catalog.current_setting('summarize_wal')::boolean as on`.execute(metadata)
      if (rows[0]!.on) return
      await sql`alter system set summarize_wal = on`.execute(metadata)
      await sql`select pg_catalog.pg_reload_conf()`.execute(metadata)
    },
    checkRestored,
    log,
    now,
  })
  const job: PlainJob = {
    name: 'installation-backup',
    title: 'Back up the installation',
    schedule: HOURLY,
    timeLimitMinutes: 12 * 60,
    run: ({ signal, progress }) => service.run({ signal, progress }),
  }
  return {
    routes: (app) => app.register(installationBackupRoutes({ gates, service })),
    jobs: source.metadata ? [job] : [],
    start() {
      // Without a backup, the log is worth nothing.
      void rows
        .list()
        .then((known) => (known.length > 0 ? log?.start() : undefined))
        .catch(failed('Receiving the log of the metadata could not begin'))
    },
    close: () => log?.close(),
  }
}
