import { type PlanId, planIds } from '@basalt/contract/organizations/organizations.rules.ts'
import {
  type DatabaseStatus,
  hasReplicas,
  type ReplicaStep,
} from '@basalt/contract/replicas/replicas.rules.ts'
import type { FailedLog } from '@basalt/contract/replicas/replicas.schema.ts'
import { type Selectable, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

const WITHOUT_REPLICAS = planIds.filter((plan) => !hasReplicas(plan))

export type Replica = Selectable<MetadataSchema['replicas']>

export type ReplicaStore = ReturnType<typeof replicaStore>

/** Read replicas, in the order in which they were made. All throw MetadataUnavailable. */
export function replicaStore(metadata: Metadata) {
  const replicas = () =>
    metadata.selectFrom('replicas').selectAll().orderBy('created_at').orderBy('identifier')
  /** Most projects have none, which nobody should have to ask for. */
  let projects: Promise<Set<string>> | undefined
  const projectsWithReplicas = () => {
    projects ??= metadata
      .selectFrom('replicas')
      .select('ref')
      .distinct()
      .execute()
      .then((rows) => new Set(rows.map(({ ref }) => ref)))
      .catch((error) => {
        projects = undefined
        throw error
      })
    return projects
  }
  const named = (identifier: string) => metadata.updateTable('replicas').where('identifier', '=', identifier)
  return {
    async listOf(ref: string): Promise<Replica[]> {
      if (!(await projectsWithReplicas()).has(ref)) return []
      return replicas().where('ref', '=', ref).execute()
    },

    async all(): Promise<Replica[]> {
      return (await projectsWithReplicas()).size === 0 ? [] : replicas().execute()
    },

    find: (ref: string, identifier: string): Promise<Replica | undefined> =>
      replicas().where('ref', '=', ref).where('identifier', '=', identifier).executeTakeFirst(),

    /** The plan of the project's organization; undefined without the project. */
    async planOf(ref: string): Promise<PlanId | undefined> {
      const row = await metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .select('organizations.plan')
        .where('projects.ref', '=', ref)
        .executeTakeFirst()
      return row?.plan
    },

    /** Those whose organization has a plan without replicas, and that are not being removed. */
    async beyondPlan(): Promise<Replica[]> {
      if ((await projectsWithReplicas()).size === 0) return []
      return replicas()
        .where('status', '<>', 'GOING_DOWN')
        .where('ref', 'in', ({ selectFrom }) =>
          selectFrom('projects')
            .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
            .select('projects.ref')
            .where('organizations.plan', 'in', WITHOUT_REPLICAS),
        )
        .execute()
    },

    /** Undefined when the project has `most` replicas already. */
    async add({
      identifier,
      ref,
      region,
      at,
      most,
    }: {
      identifier: string
      ref: string
      region: string
      at: Date
      most: number
    }) {
      // First, so that nobody who sees the row is told that there is none.
      ;(await projectsWithReplicas()).add(ref)
      return metadata.transaction().execute(async (transaction) => {
        // Two requests at once count one after the other.
        await transaction.selectFrom('projects').select('ref').where('ref', '=', ref).forUpdate().execute()
        const others = await transaction
          .selectFrom('replicas')
          .select('identifier')
          .where('ref', '=', ref)
          .execute()
        if (others.length >= most) return undefined
        return transaction
          .insertInto('replicas')
          .values({
            identifier,
            ref,
            region,
            status: 'INIT_READ_REPLICA',
            reached: JSON.stringify({ requested: at }),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
    },

    /** Begins to set it up once more, from the first step. False when its status is not one of `from`. */
    async beginAgain(identifier: string, from: readonly DatabaseStatus[], at: Date): Promise<boolean> {
      const reached = JSON.stringify({ requested: at })
      const { numUpdatedRows } = await named(identifier)
        .where('status', 'in', from)
        .set({
          status: 'INIT_READ_REPLICA',
          step: 'requested',
          reached,
          error: null,
          failed_log: '[]',
          is_former_primary: false,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Begins to set all of a project up once more that follow it, because its data is replaced by that of another time. */
    async beginAllAgain(ref: string, at: Date) {
      if (!(await projectsWithReplicas()).has(ref)) return
      await metadata
        .updateTable('replicas')
        .where('ref', '=', ref)
        .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'RESTARTING'])
        .set({
          status: 'INIT_READ_REPLICA',
          step: 'requested',
          reached: JSON.stringify({ requested: at }),
          error: null,
          failed_log: '[]',
        })
        .execute()
    },

    /** The region of every one: that of this machine, as of projects. */
    async moveTo(region: string) {
      if ((await projectsWithReplicas()).size === 0) return
      await metadata.updateTable('replicas').set({ region }).where('region', '<>', region).execute()
    },

    async reach(identifier: string, step: ReplicaStep, at: Date) {
      const reached = sql<string>`reached || jsonb_build_object(${step}::text, ${at.toISOString()}::text)`
      await named(identifier).set({ step, reached }).execute()
    },

    /** False when its status is not one of `from`. */
    async change(
      identifier: string,
      from: readonly DatabaseStatus[],
      status: DatabaseStatus,
      error: string | null = null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await named(identifier)
        .where('status', 'in', from)
        .set({ status, error })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Stores why its set-up failed. False when its status is not one of `from`. */
    async fail(
      identifier: string,
      from: readonly DatabaseStatus[],
      { error, log }: { error: string; log: FailedLog },
    ): Promise<boolean> {
      const { numUpdatedRows } = await named(identifier)
        .where('status', 'in', from)
        .set({ status: 'INIT_READ_REPLICA_FAILED', error, failed_log: JSON.stringify(log) })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** The branch that takes over the data of a replica and has not yet; undefined when none does. */
    async branchOf(identifier: string): Promise<string | undefined> {
      const row = await metadata
        .selectFrom('branches')
        .select('project_ref')
        .where('from_replica', '=', identifier)
        .executeTakeFirst()
      return row?.project_ref
    },

    /** The replica whose data a branch takes over and has not yet. */
    async replicaFor(branch: string): Promise<Replica | undefined> {
      return replicas()
        .where('identifier', '=', ({ selectFrom }) =>
          selectFrom('branches').select('from_replica').where('project_ref', '=', branch),
        )
        .executeTakeFirst()
    },

    async remove(identifier: string) {
      await metadata.deleteFrom('replicas').where('identifier', '=', identifier).execute()
    },
  }
}
