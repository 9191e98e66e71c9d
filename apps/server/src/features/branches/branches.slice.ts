import { PREPARED_BRANCH_MS } from '@basalt/contract/branches/branches.rules.ts'
import type { AccessRules } from '@basalt/postgres-supervisor/engine.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { within } from '../../platform/within.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { BranchMerges } from '../merge-requests/merge-requests.port.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import type { CreateProjectRow } from '../projects/projects.port.ts'
import { branchCopies } from './branch-copies.ts'
import { failedResetNotice } from './branch-notices.ts'
import type { BranchOrigins } from './branches.port.ts'
import { branchRoutes } from './branches.routes.ts'
import { BASE_SCHEMA_WAIT_MS, SPARE_QUIET_MS } from './branches.rules.ts'
import { branchService } from './branches.service.ts'
import type { BranchStore } from './branches.store.ts'
import { preparedBranches } from './prepared-branches.ts'
import { spareBranches } from './spare-branches.ts'

interface Needs {
  store: BranchStore
  projects: { create: CreateProjectRow; rename(ref: string, name: string): Promise<void> }
  instances: Instances
  notifier: Pick<Notifier, 'notifyMembers'>
  /** Who may connect to a project's database. */
  accessRules(ref: string): Promise<AccessRules>
  /** The bytes of the files of a project and its branches; undefined when there are too many files. */
  fileBytes(parentRef: string): Promise<ReadonlyMap<string, { own: number; shared: number }> | undefined>
  /** Keeps the bytes of all files of a project while one of its branches is copied. */
  whileCopying<T>(work: () => Promise<T>): Promise<T>
  backups: Pick<Backups, 'pastData' | 'restoreOfBranch'>
  /** A replica has become the database of a branch. */
  replicaAdopted(identifier: string): Promise<void>
  /** The backups of a branch from before do not go on with the data that it gets now. */
  beginHistory(ref: string): Promise<void>
  /** Its webhooks, or whether they are sent, have changed. */
  deliveriesChanged(ref: string): void
  /** Known once the server is built. */
  merges(): BranchMerges
}

/** Branches of projects: projects of their own that begin with the data of another. */
export function branchesSlice(
  platform: Platform,
  { store, instances, notifier, whileCopying, ...needs }: Needs,
) {
  const { gates, engine, databases, projectSecrets, permissions, projects, config, now, failed } = platform
  const onError = failed('Work on a branch failed')
  const spares = spareBranches({
    engine,
    databases,
    secrets: projectSecrets,
    passwordStatements: instances.passwordStatements,
    prepareUnstored: instances.prepareUnstored,
    accessRules: needs.accessRules,
    whileCopying,
    quietMs: SPARE_QUIET_MS,
    onError,
  })
  const copies = branchCopies({
    engine,
    store,
    projects,
    databases,
    secrets: projectSecrets,
    passwordStatements: instances.passwordStatements,
    spares,
    accessRules: needs.accessRules,
    whileCopying,
    restoreOfBranch: needs.backups.restoreOfBranch,
    replicaAdopted: needs.replicaAdopted,
    beginHistory: needs.beginHistory,
    deliveriesChanged: needs.deliveriesChanged,
    dataReplaced: (ref, transaction) => needs.merges().branchReset(ref, transaction),
    async reportFailedReset(ref, failure) {
      const [project, branch] = await Promise.all([projects.find(ref), store.find(ref)])
      if (!project || !branch) return
      await notifier
        .notifyMembers(project.organization_id, failedResetNotice({ ref, name: branch.name, failure }))
        .catch(onError)
    },
    onError,
    now,
  })
  instances.lifecycle.makeBy(copies)
  const prepared = preparedBranches({
    engine,
    spares,
    secrets: projectSecrets,
    keptMs: PREPARED_BRANCH_MS,
    onError,
  })
  const service = branchService({
    engine,
    store,
    projects: { ...projects, ...needs.projects },
    instances,
    copies,
    prepared,
    spares,
    notifier,
    // The edition with one project has branches of it.
    mayCreate: !config.disabledFeatures.includes('projects:create'),
    pastData: needs.backups.pastData,
    fileBytes: needs.fileBytes,
    deliveriesChanged: needs.deliveriesChanged,
    now,
    onError,
  })
  const origins: BranchOrigins = {
    ...store,
    async completeOriginOf(ref) {
      await within(BASE_SCHEMA_WAIT_MS, copies.keysKept(ref))
      const origin = await store.originOf(ref)
      if (!origin?.point || origin.source === undefined || origin.baseSchema !== undefined) return origin
      await within(
        BASE_SCHEMA_WAIT_MS,
        copies.readSchema({ ref, source: origin.source, point: origin.point }),
      )
      return store.originOf(ref)
    },
  }
  return {
    service,
    origins,
    routes: (app) =>
      app.register(
        branchRoutes({
          gates,
          store,
          service,
          permissions,
          projects,
          merges: needs.merges,
        }),
      ),
    jobs: [
      {
        name: 'branches-expire',
        title: 'Delete branches that nobody uses',
        schedule: every({ hours: 1 }),
        run: service.expireSilent,
      },
    ],
    start: (resumed) => void resumed.then(() => copies.readMissing()).catch(onError),
    async close() {
      prepared.close()
      await Promise.all([spares.close(), copies.close()])
    },
  } satisfies SliceWithPort
}
