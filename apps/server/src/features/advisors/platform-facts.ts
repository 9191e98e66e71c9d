import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** What Basalt itself knows of a project, as far as rules read it. */
export interface PlatformFacts {
  readonly isBranch: boolean
  /** Whether every moment of the database can be restored. */
  readonly keepsLog: boolean
  /** Backups that failed since the last that did not; 0 when none failed. */
  readonly failedBackups: number
  /** Why the newest of them failed. */
  readonly backupError: string | null
  readonly members: number
  /** Owners and administrators. */
  readonly administrators: number
  readonly administratorsWithoutMfa: number
}

/** Reads the facts of a project in one round trip. */
export async function platformFacts(metadata: Metadata, ref: string): Promise<PlatformFacts> {
  const { rows } = await sql<PlatformFacts>`
    with project as (select ref, organization_id from projects where ref = ${ref}),
    people as (
      select m.user_id, m.role in ('owner', 'administrator') as administers, f.confirmed_at is not null as has_mfa
      from members m join project p using (organization_id) left join mfa_factors f using (user_id)),
    ended as (select status, error, inserted_at from backups where ref = ${ref} and status in ('COMPLETED', 'FAILED')),
    failed as (
      select error, inserted_at from ended
      where status = 'FAILED' and inserted_at > coalesce((select max(inserted_at) from ended where status = 'COMPLETED'), '-infinity'))
    select
      exists (select from branches where project_ref = ${ref} and parent_project_ref <> project_ref) as "isBranch",
      coalesce((select keeps_log from backup_settings where ref = ${ref}), false) as "keepsLog",
      (select count(*)::int from failed) as "failedBackups",
      (select error from failed order by inserted_at desc limit 1) as "backupError",
      (select count(*)::int from people) as members,
      (select count(*)::int from people where administers) as administrators,
      (select count(*)::int from people where administers and not has_mfa) as "administratorsWithoutMfa"`.execute(
    metadata,
  )
  return rows[0]!
}
