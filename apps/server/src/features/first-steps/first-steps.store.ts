import type { FoundTable } from '@basalt/catalog/first-tables.ts'
import {
  FIRST_STEPS_PROJECTS_MAX,
  type TableEvent,
  tableEvents,
} from '@basalt/contract/first-steps/first-steps.rules.ts'
import type { FirstStep, FirstSteps } from '@basalt/contract/first-steps/first-steps.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type FirstStepsStore = ReturnType<typeof firstStepsStore>

/** The first steps that projects have taken: a row for each project and event, written once. */
export const firstStepsStore = (metadata: Metadata) => {
  const hasAll = sql<boolean>`(
    (select count(*) from first_steps where first_steps.ref = projects.ref) = ${tableEvents.length})`

  return {
    /** Steps that were recorded before stay as they are; a project that was deleted meanwhile has none. */
    async add(ref: string, found: ReadonlyMap<TableEvent, FoundTable>) {
      if (found.size === 0) return
      const rows = [...found].map(([event, { schema, name }]) => ({ event, schema, name }))
      await sql`
        insert into first_steps (ref, event, schema_name, table_name)
        select projects.ref, found.event, found.schema, found.name
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (event text, schema text, name text)
        join projects on projects.ref = ${ref}
        on conflict do nothing`.execute(metadata)
    },

    async eventsOf(ref: string): Promise<Set<TableEvent>> {
      const rows = await metadata.selectFrom('first_steps').select('event').where('ref', '=', ref).execute()
      return new Set(rows.map(({ event }) => event))
    },

    /** The awake projects with steps left. */
    async refsToLookAt(): Promise<string[]> {
      const rows = await metadata
        .selectFrom('projects')
        .select('ref')
        .where('status', '=', 'ACTIVE_HEALTHY')
        .where('asleep_since', 'is', null)
        .where(({ not }) => not(hasAll))
        .orderBy('ref')
        .execute()
      return rows.map(({ ref }) => ref)
    },

    /** The projects of an organization that a user may see: the one named, or all with steps left. Tables have no ids. */
    async list(userId: string, organizationId: string, only?: string): Promise<FirstSteps> {
      const visible = metadata
        .selectFrom('projects')
        .innerJoin('project_access', 'project_access.ref', 'projects.ref')
        .where('project_access.user_id', '=', userId)
        .where('projects.organization_id', '=', organizationId)
      const shown = await visible
        .select(['projects.ref', 'projects.name'])
        .where(only === undefined ? sql<boolean>`not ${hasAll}` : sql<boolean>`projects.ref = ${only}`)
        .orderBy('projects.created_at', 'desc')
        .orderBy('projects.ref')
        .limit(FIRST_STEPS_PROJECTS_MAX)
        .execute()
      const { completed } = await visible
        .select(sql<number>`count(*) filter (where ${hasAll})::int`.as('completed'))
        .executeTakeFirstOrThrow()
      const refs = shown.map(({ ref }) => ref)
      const steps =
        refs.length === 0
          ? []
          : await metadata
              .selectFrom('first_steps')
              .select(['ref', 'event', 'schema_name', 'table_name', 'found_at'])
              .where('ref', 'in', refs)
              .execute()
      return {
        projects: shown.map(({ ref, name }) => ({
          ref,
          name,
          steps: tableEvents.map((event) => {
            const step = steps.find((each) => each.ref === ref && each.event === event)
            return {
              event,
              done_at: step?.found_at ?? null,
              table: step ? { schema: step.schema_name, name: step.table_name, id: null } : null,
            } satisfies FirstStep
          }),
        })),
        completed: only === undefined ? completed : 0,
      }
    },
  }
}
