import { type RawBuilder, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { MFA_REQUIRED_NOTICE } from './people-notices.ts'

interface Closed {
  user_id: string
  organization_id: string
}

/**
 * Organizations that are closed to their own members among these users, who lack the second factor they ask for. Asked
 * beforehand, because there are nearly always none, and the lists keep their short plans.
 */
export async function closedOrganizations(metadata: Metadata, userIds: readonly string[]): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    select members.user_id, members.organization_id
    from members
    join organizations on organizations.id = members.organization_id and organizations.requires_mfa
    left join mfa_factors on mfa_factors.user_id = members.user_id
    where members.user_id = any(${userIds}) and mfa_factors.confirmed_at is null`.execute(metadata)
  return rows
}

/** Leaves out what tells of closed organizations; follows a condition on `notifications`. */
export function butOf(closed: readonly Closed[]): RawBuilder<unknown> {
  if (closed.length === 0) return sql``
  const users = closed.map(({ user_id }) => user_id)
  const organizations = closed.map(({ organization_id }) => organization_id)
  return sql`and (name = ${MFA_REQUIRED_NOTICE} or not exists (
    select from unnest(${users}::uuid[], ${organizations}::uuid[]) as closed (user_id, organization_id)
    where closed.user_id = notifications.user_id and closed.organization_id = notifications.organization_id))`
}
