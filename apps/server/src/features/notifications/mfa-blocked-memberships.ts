import { type RawBuilder, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { MFA_REQUIRED_NOTICE } from './member-notices.ts'

interface BlockedMembership {
  user_id: string
  organization_id: string
}

/**
 * Memberships of these users that are blocked because the organization requires MFA. Queried separately: there are
 * nearly always none, which keeps the query plans of the lists simple.
 */
export async function mfaBlockedMemberships(
  metadata: Metadata,
  userIds: readonly string[],
): Promise<BlockedMembership[]> {
  const { rows } = await sql<BlockedMembership>`
    select members.user_id, members.organization_id
    from members
    join organizations on organizations.id = members.organization_id and organizations.requires_mfa
    left join mfa_factors on mfa_factors.user_id = members.user_id
    where members.user_id = any(${userIds}) and mfa_factors.confirmed_at is null`.execute(metadata)
  return rows
}

/** Excludes notifications of blocked organizations; appended to a condition on `notifications`. */
export function excludeBlocked(blocked: readonly BlockedMembership[]): RawBuilder<unknown> {
  if (blocked.length === 0) return sql``
  const users = blocked.map(({ user_id }) => user_id)
  const organizations = blocked.map(({ organization_id }) => organization_id)
  return sql`and (name = ${MFA_REQUIRED_NOTICE} or not exists (
    select from unnest(${users}::uuid[], ${organizations}::uuid[]) as blocked (user_id, organization_id)
    where blocked.user_id = notifications.user_id and blocked.organization_id = notifications.organization_id))`
}
