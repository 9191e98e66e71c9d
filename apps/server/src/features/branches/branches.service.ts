import { branchesMax, expiryDaysOf, expiryStep } from '@basalt/contract/branches/branches.rules.ts'
import type {
  Branch,
  BranchChange,
  BranchDisk,
  BranchList,
  BranchPreparation,
  NewBranch,
} from '@basalt/contract/branches/branches.schema.ts'
import { plans } from '@basalt/contract/organizations/organizations.rules.ts'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { type Engine, ignoreMissingInstance } from '@basalt/postgres-supervisor/engine.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { newProjectRef } from '../../platform/ids.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import { newProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import type { CreateProjectRow, Projects } from '../projects/projects.port.ts'
import type { BranchCopies } from './branch-copies.ts'
import { mustRun } from './branch-copies.ts'
import { expiryNotice } from './branch-notices.ts'
import type { PastData } from './branches.port.ts'
import { branchProjectName } from './branches.rules.ts'
import type { BranchStore, SilentBranch } from './branches.store.ts'
import type { PreparedBranches } from './prepared-branches.ts'
import type { SpareBranches } from './spare-branches.ts'

interface Deps {
  engine: Pick<Engine, 'announceCopy' | 'canShareBlocks' | 'facts' | 'sharedBytes'>
  store: BranchStore
  projects: Pick<Projects, 'find'> & {
    create: CreateProjectRow
    rename(ref: string, name: string): Promise<void>
  }
  instances: Instances
  copies: BranchCopies
  prepared: PreparedBranches
  spares: Pick<SpareBranches, 'take' | 'giveBack'>
  notifier: Pick<Notifier, 'notifyMembers'>
  /** Whether the operator lets users create projects. */
  mayCreate: boolean
  /** What a branch of a past moment is made from. */
  pastData: Backups['pastData']
  /** The bytes of the files of a project and its branches; undefined when there are too many files. */
  fileBytes(parentRef: string): Promise<ReadonlyMap<string, { own: number; shared: number }> | undefined>
  /** Its webhooks, or whether they are sent, have changed. */
  deliveriesChanged(ref: string): void
  now: () => Date
  onError(error: unknown, ref?: string): void
}

export type BranchService = ReturnType<typeof branchService>

/** The statuses in which the data of a branch can be replaced. */
const RESETTABLE: readonly ProjectStatus[] = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INIT_FAILED',
  'INACTIVE',
  'PAUSE_FAILED',
  'RESTORE_FAILED',
]

/** Creates, resets and deletes branches. Each is a project, whose database is a copy of that of another. */
export function branchService(deps: Deps) {
  const {
    engine,
    store,
    projects,
    instances,
    copies,
    prepared,
    spares,
    notifier,
    mayCreate,
    pastData,
    fileBytes,
    deliveriesChanged,
    now,
    onError,
  } = deps
  const { lifecycle, statuses, capacity } = instances
  /** One change at a time of which branches a project has, so that no branch is added to one that is being deleted. */
  const families = new KeyedQueue()

  const parentOf = async (ref: string) => {
    const parent = await store.parentOf(ref)
    if (parent === undefined) throw notFound('Project', ref)
    return parent
  }

  const mustFind = async (ref: string): Promise<Branch> => {
    const branch = await store.find(ref)
    if (!branch) throw notFound('Branch', ref)
    return branch
  }

  /** The project of a replica may be down: the replica goes on without it. */
  const source = async (ref: string, { mayBeDown }: { mayBeDown: boolean } = { mayBeDown: false }) => {
    const project = await projects.find(ref)
    if (!project) throw notFound('Project', ref)
    if (!mayBeDown) mustRun(project)
    return project
  }

  /** The project of a new branch. Throws what `create` does, except for its name. */
  const mustAllowBranch = async (from: string, parentRef: string, options?: { mayBeDown: boolean }) => {
    if (!mayCreate)
      throw new AppError('forbidden', 'This installation does not let its users create projects')
    const project = await source(from, options)
    const parent = await projects.find(parentRef)
    if (!parent || parent.status === 'GOING_DOWN') throw notFound('Project', parentRef)
    const { plan, count } = await store.counted(parentRef)
    if (count >= branchesMax[plan])
      throw new AppError(
        'conflict',
        `A project of the ${plans[plan]} plan can have ${branchesMax[plan]} branches besides the default one. Delete one first.`,
      )
    capacity.check()
    return { project, parent }
  }

  /** Null while there is no database: it may be deleted at any moment. */
  const diskBytesOf = async (ref: string): Promise<number | null> =>
    (await engine.facts(ref).catch(ignoreMissingInstance))?.diskBytes ?? null

  /** Null while there is no database, and when the file system does not tell. */
  const databaseDisk = async (ref: string): Promise<BranchDisk['database']> => {
    const [diskBytes, shared] = await Promise.all([
      diskBytesOf(ref),
      engine.sharedBytes(ref).catch(ignoreMissingInstance),
    ])
    // They are not of the same moment.
    return diskBytes === null || shared === undefined
      ? null
      : { own_bytes: Math.max(0, diskBytes - shared), shared_bytes: Math.min(shared, diskBytes) }
  }

  const remove = async (branch: Branch): Promise<Branch> => {
    const ref = branch.project_ref
    if (!(await lifecycle.cancelCreation(ref))) await lifecycle.remove(ref)
    return { ...branch, status: 'GOING_DOWN' }
  }

  const expire = async (branch: SilentBranch) => {
    const step = expiryStep({ ...branch, now: now() })
    if (step === 'announce') {
      await notifier.notifyMembers(branch.organizationId, expiryNotice(branch))
      await store.announced(branch.ref, now())
    }
    // Not a branch that somebody has used since it was read.
    if (step === 'delete') await lifecycle.removeUnchanged(branch.ref, branch.revision)
  }

  return {
    async details(ref: string): Promise<BranchList> {
      const parent = await parentOf(ref)
      const [branches, { plan }, shares_blocks] = await Promise.all([
        store.list(ref),
        store.counted(parent),
        engine.canShareBlocks(),
      ])
      return {
        shares_blocks,
        max: branchesMax[plan],
        branches: await Promise.all(
          branches.map(async (branch) => ({
            ...branch,
            progress: copies.progressOf(branch.project_ref),
            is_resetting: copies.isResetting(branch.project_ref),
            disk_bytes: await diskBytesOf(branch.project_ref),
          })),
        ),
      }
    },

    /** What of their disk space is their own. */
    async disk(ref: string): Promise<BranchDisk[]> {
      const [branches, files] = await Promise.all([store.list(ref), fileBytes(await parentOf(ref))])
      return Promise.all(
        branches.map(async ({ project_ref }) => {
          const own = files?.get(project_ref)
          return {
            project_ref,
            database: await databaseDisk(project_ref),
            files: own ? { own_bytes: own.own, shared_bytes: own.shared } : null,
          }
        }),
      )
    },

    /**
     * Returns at once, while the data is copied, taken over from a replica of the source, or restored. Throws `conflict` when
     * the source does not run, unless its past is restored, when the name is taken or the plan allows no more branches;
     * `validation_failed` with the range that can be restored, and `forbidden` when users may not create projects.
     */
    async create(
      from: string,
      { moment, ...branch }: NewBranch,
      { replica = null, past: shown }: { replica?: string | null; past?: PastData } = {},
    ): Promise<Branch> {
      const past = moment ? await pastData(from, moment, { isReadOnly: false }) : shown
      const isCopied = replica === null && past === undefined
      const fresh = { ref: newProjectRef(), secrets: newProjectSecrets(generatePassword()) }
      const taking = isCopied && branch.with_data ? spares.take(from) : undefined
      if (isCopied && branch.with_data) prepared.keepFor(from, fresh.ref)
      const [spare, parentRef] = await Promise.all([taking, parentOf(from)])
      const { ref, secrets } = spare ?? fresh
      if (isCopied && mayCreate && !spare) engine.announceCopy(from)
      await families
        .run(parentRef, async () => {
          const { project, parent } = await mustAllowBranch(from, parentRef, { mayBeDown: !isCopied })
          const { organization_id: organizationId, region } = project
          if (isCopied && !spare) copies.hashPasswords(ref, secrets)
          const { persistent, with_data: withData, expires_after_days: chosen } = branch
          await projects.create({
            ref,
            organizationId,
            region,
            name: branchProjectName(parent.name, branch.branch_name),
            secrets,
            async also(transaction) {
              await store.attach(transaction, ref, {
                parentRef,
                sourceRef: from,
                name: branch.branch_name,
                gitBranch: branch.git_branch ?? null,
                persistent,
                withData,
                expiresAfterDays: expiryDaysOf({ persistent, chosen }),
                replica,
                pastMoment: past?.isReadOnly ? past.moment : null,
              })
              await past?.begin(transaction, ref)
            },
          })
        })
        .catch((error) => {
          copies.forgetPasswords(ref)
          if (spare) spares.giveBack(spare)
          throw error
        })
      await statuses.announce(ref)
      void lifecycle.provision(ref)
      return mustFind(ref)
    },

    /**
     * Copies the source of a branch with data that somebody is about to create, unless the source sleeps. Returns at once.
     * Throws what `create` does, except for the name.
     */
    async prepare(from: string, userId: string): Promise<BranchPreparation> {
      const { project } = await mustAllowBranch(from, await parentOf(from))
      return project.asleep_since === null ? prepared.prepare(from, userId) : { copy: 'none' }
    },

    /** The user is not about to create a branch any more. */
    discardPrepared: (from: string, userId: string): Promise<void> => prepared.release(from, userId),

    /** Undefined when the branch is gone. */
    async change(branch: Branch, change: BranchChange): Promise<Branch | undefined> {
      const changed = await store.change(branch, change)
      if (changed && change.branch_name !== undefined && !changed.is_default) {
        const parent = await projects.find(changed.parent_project_ref)
        if (parent) await projects.rename(changed.project_ref, branchProjectName(parent.name, changed.name))
      }
      if (changed && change.sends_requests !== undefined) deliveriesChanged(changed.project_ref)
      if (changed) await statuses.announce(changed.project_ref)
      return changed
    },

    /**
     * Copies the data of its source again. Returns at once. Throws `conflict` for the default branch, when the source does
     * not run, and while the branch changes its status.
     */
    async reset(branch: Branch): Promise<Branch> {
      const ref = branch.project_ref
      if (branch.is_default)
        throw new AppError('conflict', 'The default branch has no source to be reset from')
      if (branch.past_moment !== null)
        throw new AppError('conflict', 'This branch shows a past moment. Open another moment instead.')
      const from = branch.source_project_ref ?? branch.parent_project_ref
      engine.announceCopy(from)
      await source(from)
      await statuses.begin(ref, 'reset', RESETTABLE, 'COMING_UP', (transaction) =>
        store.requestCopy(ref, transaction),
      )
      void lifecycle.provision(ref)
      return mustFind(ref)
    },

    /**
     * Ends a reset, after which the branch has the data and the schema that it had. Returns at once. Throws `conflict` when it is
     * not being reset, or has its new data already.
     */
    async cancelReset(branch: Branch): Promise<Branch> {
      if (!copies.cancelReset(branch.project_ref))
        throw new AppError(
          'conflict',
          branch.status === 'COMING_UP'
            ? 'The branch cannot be kept as it was any more: wait until its reset has ended.'
            : 'The branch is not being reset.',
        )
      return mustFind(branch.project_ref)
    },

    /** Also cancels its creation. Returns at once. Throws `conflict` for the default branch, and while it cannot be deleted. */
    async remove(branch: Branch): Promise<Branch> {
      if (branch.is_default)
        throw new AppError(
          'conflict',
          'The default branch is the project itself. Delete the project instead.',
        )
      return remove(branch)
    },

    /** Deletes a project. Throws `conflict` with their names while it has branches. */
    removeProject: async (ref: string): Promise<Project> =>
      families.run(await parentOf(ref), async () => {
        const branches = (await store.list(ref)).filter(
          ({ is_default, parent_project_ref }) => !is_default && parent_project_ref === ref,
        )
        if (branches.length > 0)
          throw new AppError(
            'conflict',
            `Delete its branches first: ${branches.map(({ name }) => name).join(', ')}.`,
            { details: { branches: branches.map(({ name, project_ref }) => ({ name, project_ref })) } },
          )
        return lifecycle.remove(ref)
      }),

    /** Announces the deletion of branches that nobody uses, and deletes them a day later. */
    async expireSilent() {
      for (const branch of await store.silent())
        await expire(branch).catch((error) => onError(error, branch.ref))
    },
  }
}
