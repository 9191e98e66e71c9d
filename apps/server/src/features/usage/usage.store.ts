import { dayOf, type Period } from '@basalt/contract/usage/period.rules.ts'
import { type MetricId, USAGE_RETENTION_DAYS } from '@basalt/contract/usage/usage.rules.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { OrganizationWithPlan } from './measured-organization.ts'

/** References its organization by slug, which never changes. */
export interface MeteredProject {
  ref: string
  organization_slug: string
}

export interface Sample extends MeteredProject {
  metric: MetricId
  /** `2026-03-01`, in UTC. */
  day: string
  value: number
}

export interface Caller extends MeteredProject {
  day: string
  userId: string
}

/** Selects the usage of one organization in a period, of all its projects unless `ref` is given. */
export interface UsageScope {
  organizationId: string
  period: Period
  ref?: string | undefined
}

/** The aggregated days of one project. */
export interface Rollup {
  total: number
  peak: number
  /** The sum of the daily averages. */
  averages: number
}

export interface ProjectRollup extends Rollup {
  metric: MetricId
  ref: string
  name: string | null
}

export interface DayRollup extends Rollup {
  metric: MetricId
  day: string
}

export type UsageStore = ReturnType<typeof usageStore>

const rollup = sql`sum(total)::float8 as total, max(peak)::float8 as peak,
  sum(total::float8 / samples) as averages`

/** Usage per project, metric and day. */
export function usageStore(metadata: Metadata) {
  const within = ({ organizationId, period, ref }: UsageScope) => sql`
    organization_id = ${organizationId} and day >= ${dayOf(period.start)}::date and day < ${dayOf(period.end)}::date
    ${ref === undefined ? sql`` : sql`and project_ref = ${ref}`}`

  return {
    /** Ignores samples of organizations that no longer exist. */
    async add(samples: readonly Sample[]) {
      if (samples.length === 0) return
      await sql`
        insert into usage_days as known (organization_id, day, project_ref, metric, samples, total, peak)
        select organizations.id, sample.day, sample.ref, sample.metric, count(*), sum(value), max(value)
        from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
          as sample (organization_slug text, ref text, metric text, day date, value bigint)
        join organizations on organizations.slug = sample.organization_slug
        group by 1, 2, 3, 4
        order by 1, 2, 3, 4
        on conflict (organization_id, day, project_ref, metric) do update set
          samples = known.samples + excluded.samples, total = known.total + excluded.total,
          peak = greatest(known.peak, excluded.peak)`.execute(metadata)
    },

    async addCallers(callers: readonly Caller[]) {
      if (callers.length === 0) return
      await sql`
        insert into usage_callers (organization_id, day, project_ref, user_id)
        select organizations.id, caller.day, caller.ref, users.id
        from jsonb_to_recordset(${JSON.stringify(callers)}::jsonb)
          as caller (organization_slug text, ref text, day date, "userId" uuid)
        join organizations on organizations.slug = caller.organization_slug
        join users on users.id = caller."userId"
        order by 1, 2, 3, 4
        on conflict do nothing`.execute(metadata)
    },

    async byProject(scope: UsageScope): Promise<ProjectRollup[]> {
      const { rows } = await sql<ProjectRollup>`
        select used.*, projects.name from (
          select metric, project_ref as ref, ${rollup} from usage_days where ${within(scope)}
          group by metric, project_ref
        ) used left join projects on projects.ref = used.ref`.execute(metadata)
      return rows
    },

    byDay: (scope: UsageScope) =>
      sql<DayRollup>`
        select metric, day::text as day, ${rollup} from usage_days where ${within(scope)}
        group by metric, day`,

    /** The number of days in the period with any sample of the organization. */
    async measuredDays({ organizationId, period }: UsageScope): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(distinct day)::int as count from usage_days
        where ${within({ organizationId, period })}`.execute(metadata)
      return rows[0]?.count ?? 0
    },

    /** The number of distinct callers per project, and of all projects together with a null ref. */
    async callersByProject(scope: UsageScope) {
      const { rows } = await sql<{ ref: string | null; name: string | null; count: number }>`
        select called.*, projects.name from (
          select project_ref as ref, count(distinct user_id)::int as count from usage_callers
          where ${within(scope)} group by grouping sets ((project_ref), ())
        ) called left join projects on projects.ref = called.ref`.execute(metadata)
      return rows
    },

    async callersByDay(scope: UsageScope) {
      const { rows } = await sql<{ day: string; count: number }>`
        select day::text as day, count(distinct user_id)::int as count from usage_callers
        where ${within(scope)} group by day`.execute(metadata)
      return rows
    },

    async dailyRollups(scope: UsageScope): Promise<DayRollup[]> {
      return (await this.byDay(scope).execute(metadata)).rows
    },

    /** The organizations that have projects; the others use nothing. */
    async measuredOrganizations(): Promise<OrganizationWithPlan[]> {
      return metadata
        .selectFrom('organizations')
        .select(['id', 'plan', 'created_at'])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('projects')
              .select('ref')
              .whereRef('projects.organization_id', '=', 'organizations.id'),
          ),
        )
        .execute()
    },

    /** Records a warning. False when it was already recorded for this period. */
    async warnOnce({ id, plan }: OrganizationWithPlan, metric: MetricId, { start }: Period) {
      const { numInsertedOrUpdatedRows } = await metadata
        .insertInto('usage_warnings')
        .values({ organization_id: id, metric, period_start: dayOf(start), plan })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async deleteOld(now: Date) {
      const first = sql`${dayOf(now)}::date - ${USAGE_RETENTION_DAYS}::int`
      await sql`delete from usage_days where day < ${first}`.execute(metadata)
      await sql`delete from usage_callers where day < ${first}`.execute(metadata)
      await sql`delete from usage_warnings where period_start < ${first}`.execute(metadata)
    },
  }
}
