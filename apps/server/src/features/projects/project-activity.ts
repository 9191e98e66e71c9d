import { ACTIVITY_HOURS } from '@basalt/contract/projects/projects.rules.ts'
import type { ProjectActivity } from '@basalt/contract/projects/projects.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/**
 * The size and recent API use of the organization's databases, limited to projects that the user may see. `requests`
 * counts calls per hour, the oldest hour first; calls that the log left out are counted too.
 */
export async function projectActivity(
  metadata: Metadata,
  { userId, organizationId, now }: { userId: string; organizationId: string; now: Date },
): Promise<ProjectActivity[]> {
  const { rows } = await sql<ProjectActivity>`
    with mine as (
      select projects.ref from projects
      join project_access on project_access.ref = projects.ref and project_access.user_id = ${userId}
      where projects.organization_id = ${organizationId}
    ),
    calls as (
      select project_ref, floor(extract(epoch from ${now}::timestamptz - at) / 3600)::int as hours_ago,
        sum(1 + left_out)::int as calls, max(at) as last_at
      from http_log
      where project_ref in (select ref from mine)
        and at > ${now}::timestamptz - make_interval(hours => ${ACTIVITY_HOURS}) and at <= ${now}::timestamptz
      group by 1, 2
    )
    select mine.ref,
      (select round(total::float8 / samples) from usage_days
        where organization_id = ${organizationId} and project_ref = mine.ref and metric = 'DATABASE_SIZE'
          and day > ${now}::date - 7
        order by day desc limit 1) as database_bytes,
      (select array_agg(coalesce(calls.calls, 0) order by hour desc)
        from generate_series(0, ${ACTIVITY_HOURS}::int - 1) as hour
        left join calls on calls.project_ref = mine.ref and calls.hours_ago = hour) as requests,
      (select max(last_at) from calls where project_ref = mine.ref) as last_request_at,
      (select count(*)::int from branches where parent_project_ref = mine.ref) as branches
    from mine order by mine.ref`.execute(metadata)
  return rows
}
