import { sql } from 'kysely'
import type { Metadata } from '../platform/metadata/metadata.ts'

/** Inserts projects without instances into the metadata. Every third is paused. Named `Project 1` and so on. */
export async function insertProjects(metadata: Metadata, organizationId: string, count: number) {
  await sql`
    insert into projects (ref, organization_id, name, status, region, created_at)
    select substr(translate(md5(${organizationId} || n), '0123456789', 'ghijklmnop'), 1, 20), ${organizationId}::uuid,
      'Project ' || n, case when n % 3 = 0 then 'INACTIVE' else 'ACTIVE_HEALTHY' end, 'local',
      now() - make_interval(secs => n)
    from generate_series(1, ${count}) n`.execute(metadata)
  await sql`analyze projects, branches`.execute(metadata)
}

/** Inserts notifications of one user into the metadata. Every other one is archived, the rest is new. */
export async function insertNotifications(metadata: Metadata, userId: string, count: number) {
  await sql`
    insert into notifications (user_id, name, status, priority, title, message, actions, inserted_at)
    select ${userId}::uuid, 'custom', case when n % 2 = 0 then 'new' else 'archived' end,
      'Info', 'Hello', '', '[]', now() - make_interval(secs => n)
    from generate_series(1, ${count}) n`.execute(metadata)
  await sql`analyze notifications`.execute(metadata)
}
