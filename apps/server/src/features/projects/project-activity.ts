import { ACTIVITY_HOURS } from '@basalt/contract/projects/projects.rules.ts'
import type { ProjectActivity } from '@basalt/contract/projects/projects.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { RequestsByHour } from '../logs/logs.port.ts'

/**
 * The size and recent API use of the organization's databases, limited to projects that the user may see. `requests`
 * counts calls per hour, the oldest hour first.
 */
export async function projectActivity(
  metadata: Metadata,
  requestsByHour: RequestsByHour,
  { userId, organizationId, now }: { userId: string; organizationId: string; now: Date },
): Promise<ProjectActivity[]> {
  const { rows } = await sql<Omit<ProjectActivity, 'requests' | 'last_request_at'>>`
    with mine as (
      select projects.ref from projects
      join project_access on project_access.ref = projects.ref and project_access.user_id = ${userId}
      where projects.organization_id = ${organizationId}
    )
    select mine.ref,
      (select round(total::float8 / samples) from usage_days
        where organization_id = ${organizationId} and project_ref = mine.ref and metric = 'DATABASE_SIZE'
          and day > ${now}::date - 7
        order by day desc limit 1) as database_bytes,
      (select count(*)::int from branches where parent_project_ref = mine.ref) as branches
    from mine order by mine.ref`.execute(metadata)
  return Promise.all(
    rows.map(async (row) => {
      const { requests, last_request_at } = await requestsByHour(row.ref, ACTIVITY_HOURS)
      return { ...row, requests: [...requests], last_request_at }
    }),
  )
}
