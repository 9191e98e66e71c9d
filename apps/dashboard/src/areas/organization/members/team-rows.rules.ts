import type { Invitation, Member } from '@basalt/contract/members/members.schema.ts'
import { roles } from '@basalt/contract/permissions/roles.rules.ts'

/** A row of the team: a member or an invitation. */
export type TeamRow = {
  key: string
  email: string
  /** The display name, if known. */
  name: string | null
  roles: string
} & ({ kind: 'member'; member: Member } | { kind: 'invitation'; invitation: Invitation })

/** Members, then invitations, in the server's order, filtered by name, address or role. */
export function teamRows(
  members: readonly Member[],
  invitations: readonly Invitation[],
  search: string,
): TeamRow[] {
  const filter = search.trim().toLowerCase()
  const rows: TeamRow[] = [
    ...members.map((member) => ({
      kind: 'member' as const,
      key: member.user_id,
      email: member.email,
      name: member.display_name,
      roles: rolesOfMember(member),
      member,
    })),
    ...invitations.map((invitation) => ({
      kind: 'invitation' as const,
      key: invitation.id,
      email: invitation.email,
      name: null,
      roles: rolesOfInvitation(invitation),
      invitation,
    })),
  ]
  return rows.filter((row) => `${row.name ?? ''} ${row.email} ${row.roles}`.toLowerCase().includes(filter))
}

/** `Developer`, or `Developer on Shop, Read-only on Blog`. */
export function rolesOfMember({ role_id, projects }: Pick<Member, 'role_id' | 'projects'>) {
  if (role_id !== null) return roles[role_id].name
  if (projects.length === 0) return 'No projects'
  return projects.map((project) => `${roles[project.role_id].name} on ${project.name}`).join(', ')
}

export function rolesOfInvitation({ role_id, role_scoped_projects: refs }: Invitation) {
  const { name } = roles[role_id]
  if (!refs) return name
  return `${name} on ${refs.length} ${refs.length === 1 ? 'project' : 'projects'}`
}
