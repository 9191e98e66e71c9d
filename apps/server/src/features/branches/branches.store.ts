import { DEFAULT_EXPIRY_DAYS, EXPIRY_NOTICE_HOURS } from '@basalt/contract/branches/branches.rules.ts'
import type { Branch, BranchChange } from '@basalt/contract/branches/branches.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { sql, type Transaction } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import { copiedSettings } from '../../platform/metadata/copied-settings.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { BranchPoint } from './branch-point.ts'

export type BranchStore = ReturnType<typeof branchStore>

const isDefault = sql<boolean>`branches.project_ref = branches.parent_project_ref`

/** Since when nobody uses the database of a branch; null while it runs. */
const silentSince = sql<string | null>`case
  when projects.status = 'ACTIVE_HEALTHY' then projects.asleep_since
  when projects.status in ('INACTIVE', 'INIT_FAILED', 'PAUSE_FAILED', 'RESTORE_FAILED', 'ACTIVE_UNHEALTHY')
    then projects.status_changed_at end`

/** Somebody has yet to look at it. */
const isReviewed = sql<boolean>`exists (select from merge_requests
  where merge_requests.branch_ref = branches.project_ref and merge_requests.status in ('open', 'merging'))`

/** Whose members have been told during this silence, as `expiryStep` has it. */
const expiresAt = sql<string | null>`case
  when not branches.persistent and branches.expiry_announced_at > ${silentSince} and not ${isReviewed}
  then greatest(${silentSince} + make_interval(hours => 24 * branches.expires_after_days),
    branches.expiry_announced_at + make_interval(hours => ${sql.lit(EXPIRY_NOTICE_HOURS)})) end`

/** A project ref has no dash. */
const UUID = /-/

const now = sql<string>`now()`

/** How the database of a branch is made. */
export interface BranchCopy {
  /** Undefined once the branch that it was made from is deleted, unless it is reset: from the project itself then. */
  source: string | undefined
  withData: boolean
  /** Whether the data is still to be copied, or to be copied again. */
  isNeeded: boolean
  /** Whether it has had data before. */
  isReset: boolean
  /** The replica whose data it takes over, instead of a copy. */
  replica: string | undefined
  facts: BranchPoint | undefined
  /** Whether the schema of the moment of branching has been read. */
  hasBaseSchema: boolean
}

/** A branch that nobody uses. */
export interface SilentBranch {
  ref: string
  parentRef: string
  name: string
  projectName: string
  organizationId: string
  days: number
  /** That of its project when this was read. */
  revision: number
  silentSince: Date
  announcedAt: Date | undefined
}

/** What a branch takes over of the webhooks of its source. */
const COPIED_WEBHOOKS = [
  'id',
  'name',
  'sealed_url',
  'sealed_headers',
  'sealed_secret',
  'timeout_seconds',
  'is_enabled',
  'created_at',
] as const

/** The branches of projects. A trigger creates the default branch with its project, and deletes it. */
export function branchStore(metadata: Metadata) {
  const branches = () =>
    metadata
      .selectFrom('branches')
      .innerJoin('projects', 'projects.ref', 'branches.project_ref')
      .select([
        'branches.id',
        'branches.name',
        'branches.project_ref',
        'branches.parent_project_ref',
        isDefault.as('is_default'),
        'branches.persistent',
        'branches.git_branch',
        'branches.with_data',
        'branches.source_project_ref',
        'projects.status',
        sql<string | null>`coalesce(projects.failure, branches.reset_failure)`.as('failure'),
        'projects.asleep_since',
        'branches.copied_at',
        'branches.past_moment',
        'branches.expires_after_days',
        expiresAt.as('expires_at'),
        'branches.sends_requests',
        'branches.review_requested_at',
        'branches.created_at',
        'branches.updated_at',
      ])
  /**
   * Somebody wants a branch: its deletion, which begins at the revision at which it was silent, does not begin any more. Throws
   * `conflict` when it has begun.
   */
  const keep = async (ref: string, transaction: Transaction<MetadataSchema>) => {
    const { numUpdatedRows } = await transaction
      .updateTable('projects')
      .set({ revision: sql<number>`revision + 1` })
      .where('ref', '=', ref)
      .where('status', '<>', 'GOING_DOWN')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', 'The branch is being deleted')
  }
  const named = (ref: string) => metadata.updateTable('branches').where('project_ref', '=', ref)

  return {
    /** All branches of the project that `ref` is, or is a branch of. */
    list(ref: string, filter: { git_branch?: string | undefined } = {}): Promise<Branch[]> {
      return branches()
        .where('branches.parent_project_ref', '=', ({ selectFrom }) =>
          selectFrom('branches as own').select('own.parent_project_ref').where('own.project_ref', '=', ref),
        )
        .$if(filter.git_branch !== undefined, (query) =>
          query.where('branches.git_branch', '=', filter.git_branch!),
        )
        .orderBy(isDefault, 'desc')
        .orderBy('branches.created_at', 'desc')
        .orderBy('branches.id')
        .execute()
    },

    /** By the branch's id or its project's ref. Undefined when there is none, or the user may not see it. */
    findFor(userId: string, idOrRef: string): Promise<Branch | undefined> {
      const column = UUID.test(idOrRef) ? 'branches.id' : 'branches.project_ref'
      return branches()
        .innerJoin('project_access', 'project_access.ref', 'projects.ref')
        .where('project_access.user_id', '=', userId)
        .where(column, '=', idOrRef)
        .executeTakeFirst()
    },

    /** By its project's ref. */
    find: (ref: string): Promise<Branch | undefined> =>
      branches().where('branches.project_ref', '=', ref).executeTakeFirst(),

    /** The plan of a project's organization, and how many branches the project has besides the default one. */
    async counted(parentRef: string): Promise<{ plan: PlanId; count: number }> {
      return metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .select([
          'organizations.plan',
          sql<number>`(select count(*)::int from branches
            where parent_project_ref = projects.ref and project_ref <> parent_project_ref)`.as('count'),
        ])
        .where('projects.ref', '=', parentRef)
        .executeTakeFirstOrThrow()
    },

    /** Makes a new project a branch, in the transaction that creates it. Throws `conflict` when the name is taken. */
    async attach(
      transaction: Transaction<MetadataSchema>,
      ref: string,
      branch: {
        parentRef: string
        sourceRef: string
        name: string
        gitBranch: string | null
        persistent: boolean
        withData: boolean
        expiresAfterDays: number | null
        /** The replica whose data it takes over. */
        replica: string | null
        /** The past moment that it shows, which is restored instead of copied. */
        pastMoment: string | null
      },
    ) {
      await transaction
        .updateTable('branches')
        .set({
          parent_project_ref: branch.parentRef,
          source_project_ref: branch.sourceRef,
          name: branch.name,
          git_branch: branch.gitBranch,
          persistent: branch.persistent,
          with_data: branch.withData,
          expires_after_days: branch.expiresAfterDays,
          needs_copy: branch.pastMoment === null,
          past_moment: branch.pastMoment,
          copied_at: branch.pastMoment,
          from_replica: branch.replica,
          sends_requests: false,
        })
        .where('project_ref', '=', ref)
        .execute()
      for (const [table, columns] of Object.entries(copiedSettings)) {
        const named = sql.join(columns.map((column) => sql.ref(column)))
        await sql`insert into ${sql.table(table)} (ref, ${named})
          select ${ref}, ${named} from ${sql.table(table)} where ref = ${branch.sourceRef}`.execute(
          transaction,
        )
      }
    },

    /**
     * Requesting a review again keeps the time of the first request. Undefined when the branch is gone. Throws `conflict` for its
     * lifetime when it is being deleted.
     */
    async change({ id, project_ref }: Branch, change: BranchChange): Promise<Branch | undefined> {
      const { branch_name, git_branch, persistent, request_review, expires_after_days, sends_requests } =
        change
      await metadata.transaction().execute(async (transaction) => {
        if (persistent !== undefined || expires_after_days !== undefined) await keep(project_ref, transaction)
        await transaction
          .updateTable('branches')
          .set({
            updated_at: now,
            ...(branch_name !== undefined && { name: branch_name }),
            ...(git_branch !== undefined && { git_branch }),
            ...(persistent !== undefined && { persistent }),
            // A persistent branch may have been created without a number.
            ...(persistent === false && {
              expires_after_days: sql<number | null>`case when persistent
              then coalesce(expires_after_days, ${sql.lit(DEFAULT_EXPIRY_DAYS)}) else expires_after_days end`,
            }),
            ...(expires_after_days !== undefined && { expires_after_days }),
            ...(sends_requests !== undefined && { sends_requests }),
            ...(request_review === true && {
              review_requested_at: sql<string>`coalesce(review_requested_at, now())`,
            }),
            ...(request_review === false && { review_requested_at: null }),
          })
          .where('id', '=', id)
          .execute()
      })
      return branches().where('branches.id', '=', id).executeTakeFirst()
    },

    /** Undefined for a project that is no branch of another. */
    async copyOf(ref: string): Promise<BranchCopy | undefined> {
      const row = await metadata
        .selectFrom('branches')
        .select([
          'source_project_ref',
          'parent_project_ref',
          'with_data',
          'needs_copy',
          'from_replica',
          'copied_at',
          'copy_facts',
          sql<boolean>`base_schema is not null`.as('has_base_schema'),
        ])
        .where('project_ref', '=', ref)
        .where('parent_project_ref', '<>', ref)
        .executeTakeFirst()
      return (
        row && {
          source: row.source_project_ref ?? (row.copied_at === null ? undefined : row.parent_project_ref),
          withData: row.with_data,
          isNeeded: row.needs_copy,
          isReset: row.copied_at !== null,
          replica: row.from_replica ?? undefined,
          facts: row.copy_facts ?? undefined,
          hasBaseSchema: row.has_base_schema,
        }
      )
    },

    /** The moment of branching of a branch whose schema at that moment has not been stored. */
    async incompletePoint(ref: string): Promise<{ point: BranchPoint; withData: boolean } | undefined> {
      const { facts, withData, hasBaseSchema } = (await this.copyOf(ref)) ?? {}
      return facts && !hasBaseSchema ? { point: facts, withData: withData! } : undefined
    },

    /** It has an open merge request, in the transaction that opens it. Throws `conflict` when it is being deleted. */
    async beginReview(ref: string, transaction: Transaction<MetadataSchema>) {
      await keep(ref, transaction)
      await transaction
        .updateTable('branches')
        .where('project_ref', '=', ref)
        .set({ review_requested_at: sql<string>`coalesce(review_requested_at, now())` })
        .execute()
    },

    /** Its merge request is merged or closed. */
    async endReview(ref: string) {
      await named(ref).set({ review_requested_at: null }).execute()
    },

    /** What is kept of the moment of branching; undefined for a project that is no branch of another. */
    async originOf(ref: string) {
      const row = await metadata
        .selectFrom('branches')
        .select(['source_project_ref', 'with_data', 'copied_at', 'copy_facts', 'base_schema', 'past_moment'])
        .where('project_ref', '=', ref)
        .where('parent_project_ref', '<>', ref)
        .executeTakeFirst()
      return (
        row && {
          /** Undefined once what it was made from is deleted. */
          source: row.source_project_ref ?? undefined,
          withData: row.with_data,
          copiedAt: row.copied_at,
          pastMoment: row.past_moment,
          point: row.copy_facts ?? undefined,
          /** Undefined until it has been read, and for a schema that is too large. */
          baseSchema: row.base_schema ?? undefined,
        }
      )
    },

    /** A reset copies its data again. Without the source that it had, it becomes a branch of the parent itself. */
    async requestCopy(ref: string, transaction: Transaction<MetadataSchema>) {
      await transaction
        .updateTable('branches')
        .where('project_ref', '=', ref)
        .set({
          needs_copy: true,
          reset_failure: null,
          // The data that it has keeps its origin until it is replaced.
          source_project_ref: sql<string | null>`case when copied_at is null
            then coalesce(source_project_ref, parent_project_ref) else source_project_ref end`,
        })
        .execute()
    },

    /** Gives up a reset: it keeps the data that it has. `failure` is null when it was cancelled. */
    async keepData(ref: string, failure: string | null) {
      await named(ref).set({ needs_copy: false, reset_failure: failure }).execute()
    },

    /** Branches that run, and of which the schema of the moment of branching has not been read. */
    async withoutBaseSchema(): Promise<{ ref: string; source: string; point: BranchPoint }[]> {
      const rows = await metadata
        .selectFrom('branches')
        .innerJoin('projects', 'projects.ref', 'branches.project_ref')
        .select(['branches.project_ref as ref', 'source_project_ref', 'copy_facts'])
        .where('base_schema', 'is', null)
        .where('needs_copy', '=', false)
        .where('projects.status', '=', 'ACTIVE_HEALTHY')
        .where('projects.asleep_since', 'is', null)
        .execute()
      return rows.flatMap(({ ref, source_project_ref: source, copy_facts: point }) =>
        source === null || point === null ? [] : [{ ref, source, point }],
      )
    },

    /**
     * Its data is that of `at`. Its webhooks are those of its source now, whose triggers were copied; of a past moment, those
     * that its source had already. Returns whether it has, or had, any.
     */
    async copied(
      ref: string,
      point: BranchPoint,
      {
        at,
        isPast,
        also,
      }: { at: Date; isPast: boolean; also: (transaction: Transaction<MetadataSchema>) => Promise<void> },
    ): Promise<{ hasWebhooks: boolean }> {
      return metadata.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('branches')
          .where('project_ref', '=', ref)
          .set({
            needs_copy: false,
            source_project_ref: sql<string | null>`case when copied_at is null
              then source_project_ref else coalesce(source_project_ref, parent_project_ref) end`,
            copied_at: at.toISOString(),
            from_replica: null,
            copy_facts: JSON.stringify(point),
            base_schema: null,
            reset_failure: null,
          })
          .execute()
        await also(transaction)
        const named = sql.join(COPIED_WEBHOOKS.map((column) => sql.ref(column)))
        const before = await sql`delete from table_webhooks where ref = ${ref}`.execute(transaction)
        const now = await sql`insert into table_webhooks (ref, ${named}, events_as)
          select ${ref}, ${named}, gen_random_uuid() from table_webhooks
          where ref = (select source_project_ref from branches where project_ref = ${ref})
            and (${!isPast} or created_at <= ${at.toISOString()})`.execute(transaction)
        return { hasWebhooks: (before.numAffectedRows ?? 0n) + (now.numAffectedRows ?? 0n) > 0n }
      })
    },

    async setBranchPoint(ref: string, point: BranchPoint) {
      await named(ref)
        .set({ copy_facts: JSON.stringify(point) })
        .execute()
    },

    /** Does nothing when its data has been copied again since. */
    async setBaseSchema(ref: string, point: BranchPoint, schema: string) {
      await named(ref)
        .set({ base_schema: schema })
        .where(sql<boolean>`copy_facts ->> 'nextXid' = ${point.nextXid}`)
        .execute()
    },

    /** The project that all branches of a project have in common: its parent, or itself. */
    async parentOf(ref: string): Promise<string | undefined> {
      const row = await metadata
        .selectFrom('branches')
        .select('parent_project_ref')
        .where('project_ref', '=', ref)
        .executeTakeFirst()
      return row?.parent_project_ref
    },

    /** The project itself and all of its branches, with whether the database of each runs. */
    async family(parentRef: string): Promise<{ ref: string; isAwake: boolean }[]> {
      return metadata
        .selectFrom('branches')
        .innerJoin('projects', 'projects.ref', 'branches.project_ref')
        .select([
          'projects.ref',
          sql<boolean>`projects.status = 'ACTIVE_HEALTHY' and projects.asleep_since is null`.as('isAwake'),
        ])
        .where('branches.parent_project_ref', '=', parentRef)
        .execute()
    },

    /** Whether events of its webhooks and HTTP requests of its SQL are sent. */
    async sendsRequests(ref: string): Promise<boolean> {
      const row = await metadata
        .selectFrom('branches')
        .select('sends_requests')
        .where('project_ref', '=', ref)
        .executeTakeFirst()
      return row?.sends_requests ?? true
    },

    /** Whether it stays although nobody uses it, as every project does that is no branch. */
    async isPersistent(ref: string): Promise<boolean> {
      const row = await metadata
        .selectFrom('branches')
        .select('persistent')
        .where('project_ref', '=', ref)
        .executeTakeFirst()
      return row?.persistent ?? true
    },

    /** Branches that expire, and have no running database. */
    async silent(): Promise<SilentBranch[]> {
      const rows = await metadata
        .selectFrom('branches')
        .innerJoin('projects', 'projects.ref', 'branches.project_ref')
        .select([
          'branches.project_ref as ref',
          'branches.parent_project_ref as parentRef',
          'branches.name',
          'projects.name as projectName',
          'projects.organization_id as organizationId',
          'projects.revision',
          'branches.expires_after_days as days',
          silentSince.as('silentSince'),
          'branches.expiry_announced_at as announcedAt',
        ])
        .where('branches.persistent', '=', false)
        .where('branches.expires_after_days', 'is not', null)
        .where(silentSince, 'is not', null)
        .where(sql<boolean>`not (${isDefault})`)
        .where(sql<boolean>`not ${isReviewed}`)
        .execute()
      return rows.map(({ silentSince, announcedAt, days, ...row }) => {
        const since = new Date(silentSince!)
        const announced = announcedAt === null ? undefined : new Date(announcedAt)
        return {
          ...row,
          days: days!,
          silentSince: since,
          // It has been used since it was announced.
          announcedAt: announced && announced > since ? announced : undefined,
        }
      })
    },

    async announced(ref: string, at: Date) {
      await named(ref).set({ expiry_announced_at: at.toISOString() }).execute()
    },
  }
}
