import { INVITATION_DAYS } from '@basalt/contract/members/members.rules.ts'
import type { Invitation } from '@basalt/contract/members/members.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { sql } from 'kysely'
import { hashToken, newSessionToken } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type InvitationStore = ReturnType<typeof invitationStore>

export interface Offer {
  role: Role
  /** Null for the whole organization. */
  projectRefs: string[] | null
}

const expiresAt = sql<string>`now() + make_interval(days => ${INVITATION_DAYS})`
const isExpired = sql<boolean>`invitations.expires_at <= now()`

/** Invitations to organizations. Only a hash of a link's token is stored. */
export function invitationStore(metadata: Metadata) {
  const columns = [
    'invitations.id',
    'invitations.email',
    'invitations.role as role_id',
    'invitations.project_refs as role_scoped_projects',
    'invitations.created_at',
    'invitations.expires_at',
    'inviter.email as invited_by',
    isExpired.as('is_expired'),
  ] as const
  const invitations = () =>
    metadata
      .selectFrom('invitations')
      .leftJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
      .select(columns)
  const open = (organizationId: string) =>
    invitations().where('invitations.organization_id', '=', organizationId).where('accepted_at', 'is', null)

  return {
    /** Pending invitations, including expired ones, sorted by email address. */
    list(organizationId: string): Promise<Invitation[]> {
      return open(organizationId).orderBy(sql`lower(invitations.email)`).execute()
    },

    find(organizationId: string, id: string): Promise<Invitation | undefined> {
      return open(organizationId).where('invitations.id', '=', id).executeTakeFirst()
    },

    /** The addresses that have an unexpired invitation. */
    async emailsAmong(organizationId: string, emails: readonly string[]) {
      const rows = await open(organizationId)
        .where('invitations.email', 'in', emails)
        .where('invitations.expires_at', '>', sql<string>`now()`)
        .execute()
      return rows.map(({ email }) => email)
    },

    /** Replaces an expired invitation for the same address. Also returns the token of the link. */
    async create(organizationId: string, invitedBy: string, email: string, { role, projectRefs }: Offer) {
      const token = newSessionToken()
      await metadata
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('email', '=', email)
        .where('accepted_at', 'is', null)
        .where('expires_at', '<=', sql<string>`now()`)
        .execute()
      const { id } = await metadata
        .insertInto('invitations')
        .values({
          organization_id: organizationId,
          invited_by: invitedBy,
          email,
          role,
          project_refs: projectRefs,
          token_hash: hashToken(token),
          expires_at: expiresAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const invitation = await invitations().where('invitations.id', '=', id).executeTakeFirstOrThrow()
      return { ...invitation, token }
    },

    /** Issues a new token and restarts the lifetime. Undefined when the invitation was accepted or revoked. */
    async renew(organizationId: string, invitedBy: string, id: string) {
      const token = newSessionToken()
      await metadata
        .updateTable('invitations')
        .set({ token_hash: hashToken(token), invited_by: invitedBy, expires_at: expiresAt })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .execute()
      const invitation = await open(organizationId).where('invitations.id', '=', id).executeTakeFirst()
      return invitation && { ...invitation, token }
    },

    async remove(organizationId: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The invitation of a link, whatever its state. */
    byToken(slug: string, token: string) {
      return invitations()
        .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
        .select(['organizations.id as organization_id', 'organizations.name as organization_name'])
        .select(['organizations.slug as organization_slug', 'invitations.accepted_at'])
        .select('invitations.invited_by as inviter_id')
        .where('organizations.slug', '=', slug)
        .where('invitations.token_hash', '=', hashToken(token))
        .executeTakeFirst()
    },

    /** False when it was already accepted. */
    async markAccepted(id: string) {
      const { numUpdatedRows } = await metadata
        .updateTable('invitations')
        .set({ accepted_at: sql<string>`now()` })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
