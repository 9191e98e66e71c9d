import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { type Expression, type Kysely, sql, type Transaction } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AlsoStored, Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ProjectSecretName } from '../../platform/secrets/secrets.tables.ts'
import {
  isNoBranch,
  type PageRequest,
  projectCount,
  projectPage,
  projectRows,
  projectRowsOf,
} from './project-page.ts'

export type ProjectStore = ReturnType<typeof projectStore>

export interface NewProjectRow {
  ref: string
  organizationId: string
  name: string
  region: string
  secrets: Record<ProjectSecretName, string>
  also?: AlsoStored
}

const next = sql<number>`revision + 1`

interface Deps {
  metadata: Metadata
  secrets: ProjectSecrets
  /** Creates the keys of a new project, in the transaction that creates the project. */
  createKeys(transaction: Transaction<MetadataSchema>, ref: string): Promise<void>
}

type AccessRow = Project & { role: Role; requires_mfa: boolean }

/** What `accessOf` found, whose dates are JSON's. */
export function readAccess(row: AccessRow | null) {
  if (!row) return undefined
  const { role, requires_mfa: requiresMfa, ...project } = row
  const iso = (date: string) => new Date(date).toISOString()
  return {
    project: {
      ...project,
      created_at: iso(project.created_at),
      asleep_since: project.asleep_since && iso(project.asleep_since),
      locked_at: project.locked_at && iso(project.locked_at),
      unlocked_until: project.unlocked_until && iso(project.unlocked_until),
    },
    access: { role, requiresMfa },
  }
}

export function projectStore({ metadata, secrets, createKeys }: Deps) {
  const projects = () => projectRows(metadata)
  const ofUser = (userId: string) => projectRowsOf(metadata, userId)

  return {
    /** Without branches, and without projects of organizations that require MFA when the user has none. */
    listFor({ userId, hasMfa }: { userId: string; hasMfa: boolean }): Promise<Project[]> {
      return ofUser(userId)
        .where(isNoBranch)
        .$if(!hasMfa, (query) => query.where('organizations.requires_mfa', '=', false))
        .orderBy(sql`lower(projects.name)`)
        .orderBy('projects.ref')
        .execute()
    },

    /** Undefined when there is none, or the user may not see it. */
    findFor(userId: string, ref: string): Promise<Project | undefined> {
      return ofUser(userId).where('projects.ref', '=', ref).executeTakeFirst()
    },

    /**
     * Like `findFor`, with the user's role on the project and whether it requires MFA: a part of the statement that finds
     * the user, read by `readAccess`.
     */
    accessOf: (userId: Expression<string>, ref: string) =>
      jsonObjectFrom(
        projectRowsOf(metadata, userId)
          .select(['project_access.role', 'project_access.requires_mfa'])
          .where('projects.ref', '=', ref),
      ),

    find(ref: string): Promise<(Project & { organization_id: string }) | undefined> {
      return projects().select('projects.organization_id').where('projects.ref', '=', ref).executeTakeFirst()
    },

    /** `isAsleep` restricts the result to projects that are asleep, or that are not. */
    refsIn(statuses: readonly ProjectStatus[], only?: { isAsleep: boolean }) {
      return metadata
        .selectFrom('projects')
        .select(['ref', 'status'])
        .where('status', 'in', statuses)
        .$if(only !== undefined, (query) =>
          query.where('asleep_since', only!.isAsleep ? 'is not' : 'is', null),
        )
        .execute()
    },

    async refsOfFailure(status: ProjectStatus, failure: string) {
      const rows = await metadata
        .selectFrom('projects')
        .select('ref')
        .where('status', '=', status)
        .where('failure', '=', failure)
        .execute()
      return rows.map(({ ref }) => ref)
    },

    listIn(statuses: readonly ProjectStatus[]) {
      return metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .select(['projects.ref', 'projects.status', 'organizations.slug as organization_slug'])
        .where('projects.status', 'in', statuses)
        .orderBy('projects.ref')
        .execute()
    },

    async pageFor(userId: string, organizationId: string, request: PageRequest) {
      const [rows, total] = await Promise.all([
        projectPage(metadata, userId, organizationId, request).execute(),
        projectCount(metadata, userId, organizationId, request).executeTakeFirstOrThrow(),
      ])
      const { limit, offset } = request
      return { rows, pagination: { count: Number(total.count), limit, offset } }
    },

    async create(row: NewProjectRow): Promise<Project> {
      await metadata.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('projects')
          .values({
            ref: row.ref,
            organization_id: row.organizationId,
            name: row.name,
            region: row.region,
            status: 'COMING_UP',
            failure: null,
          })
          .execute()
        await transaction.insertInto('project_secrets').values(secrets.rows(row.ref, row.secrets)).execute()
        await createKeys(transaction, row.ref)
        await row.also?.(transaction)
      })
      return projects().where('projects.ref', '=', row.ref).executeTakeFirstOrThrow()
    },

    async rename(ref: string, name: string) {
      await metadata.updateTable('projects').set({ name, revision: next }).where('ref', '=', ref).execute()
    },

    /** Sets the region of every project to that of this machine, where all of them run. */
    async moveTo(region: string) {
      await metadata
        .updateTable('projects')
        .set({ region, revision: next })
        .where('region', '<>', region)
        .execute()
    },

    /** `preparedBy` identifies the migrations that its database has. False unless it is healthy. */
    async fallAsleep(ref: string, preparedBy: string): Promise<boolean> {
      const { numUpdatedRows } = await metadata
        .updateTable('projects')
        .set({ asleep_since: sql<string>`now()`, asleep_with: preparedBy, revision: next })
        .where('ref', '=', ref)
        .where('status', '=', 'ACTIVE_HEALTHY')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when it was not asleep. */
    async wakeUp(ref: string): Promise<boolean> {
      const { numUpdatedRows } = await metadata
        .updateTable('projects')
        .set({ asleep_since: null, revision: next })
        .where('ref', '=', ref)
        .where('asleep_since', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Undefined while it is awake. */
    async sleepOf(ref: string): Promise<{ preparedBy: string } | undefined> {
      const row = await metadata
        .selectFrom('projects')
        .select('asleep_with')
        .where('ref', '=', ref)
        .where('asleep_since', 'is not', null)
        .executeTakeFirst()
      return row && { preparedBy: row.asleep_with ?? '' }
    },

    /**
     * False when the project is in none of the statuses `from`, or not at `revision` if that is given: something else changed
     * it first.
     */
    async changeStatus(
      ref: string,
      from: readonly ProjectStatus[],
      to: ProjectStatus,
      failure: string | null,
      also?: AlsoStored,
      revision?: number,
    ): Promise<boolean> {
      const change = async (database: Kysely<MetadataSchema>) => {
        const { numUpdatedRows } = await database
          .updateTable('projects')
          .set({
            status: to,
            failure,
            asleep_since: null,
            revision: next,
            status_changed_at: sql<string>`now()`,
          })
          .where('ref', '=', ref)
          .where('status', 'in', from)
          .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }
      if (!also) return change(metadata)
      return metadata.transaction().execute(async (transaction) => {
        const hasChanged = await change(transaction)
        if (hasChanged) await also(transaction)
        return hasChanged
      })
    },

    async changeStatusOfAwake(from: readonly ProjectStatus[], to: ProjectStatus) {
      await metadata
        .updateTable('projects')
        .set({ status: to, failure: null, revision: next, status_changed_at: sql<string>`now()` })
        .where('status', 'in', from)
        .where('asleep_since', 'is', null)
        .execute()
    },

    async remove(ref: string) {
      await metadata.deleteFrom('projects').where('ref', '=', ref).execute()
    },
  }
}
