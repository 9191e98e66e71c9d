import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { every, type PlainJob, type ProjectJob } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Branches } from '../branches/branches.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { CreateProjectRow } from '../projects/projects.port.ts'
import { backupFiles } from './backup-files.ts'
import { backupRoutes } from './backups.routes.ts'
import { backupService } from './backups.service.ts'
import { backupStore } from './backups.store.ts'

interface Needs {
  instances: Instances
  createProject: CreateProjectRow
  reportIncident: ReportIncident
  activity: Ledger['activity']
  /** Called before the data of a stopped database is replaced. */
  dataReplaced(ref: string): Promise<void>
  /** Where backups go. */
  backups: BlobStore
  /** The bytes of stored files, below the project that all branches have in common. */
  blobs: BlobStore
  parentOf: Branches['parentOf']
  /** Folder of the log that is being received. */
  receivedDir: string
  /** SQL that makes restored data a branch, before anyone can connect. */
  branchStatements: readonly string[]
}

/** Backups of projects that have been restored, and recovery to any moment. */
export function backupsSlice(platform: Platform, needs: Needs) {
  const {
    gates,
    metadata,
    engine,
    jobs,
    databases,
    projectSecrets,
    permissions,
    projects,
    isOffered,
    now,
    failed,
  } = platform
  const service = backupService({
    engine,
    store: backupStore(metadata),
    files: backupFiles(needs.backups, needs.receivedDir),
    databases,
    secrets: projectSecrets,
    instances: needs.instances,
    projects: { find: projects.find, create: needs.createProject },
    report: needs.reportIncident,
    activity: needs.activity,
    blobs: needs.blobs,
    parentOf: needs.parentOf,
    dataReplaced: needs.dataReplaced,
    branchStatements: needs.branchStatements,
    enqueue: (ref) => jobs.enqueueFor(backingUp, ref),
    mayCreateProjects: isOffered('projects:create'),
    now,
    onError: failed('Work on backups failed'),
  })
  const backingUp: ProjectJob = {
    name: 'database-backups',
    title: 'Back up databases',
    forProjects: 'wake',
    timeLimitMinutes: 12 * 60,
    // The members of the project are told.
    notifiesOwner: false,
    run: ({ ref, signal, progress }) => service.backUpBySchedule(ref, { signal, progress }),
  }
  const due: PlainJob = {
    name: 'database-backups-due',
    title: 'Begin scheduled backups',
    schedule: every({ minutes: 1 }),
    run: ({ signal }) => service.beginScheduled({ signal }),
  }
  return {
    service,
    checkRestored: service.checkRestored,
    routes: (app) => app.register(backupRoutes({ gates, service, permissions })),
    jobs: [backingUp, due],
    start: (resumed) => void resumed.then(service.resumeAll).catch(failed('Resuming backups failed')),
    forget: service.forget,
    close: service.close,
  } satisfies SliceWithPort
}
