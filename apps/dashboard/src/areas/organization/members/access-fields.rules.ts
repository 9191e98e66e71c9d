import type { Member, MemberAccess, MemberChange } from '@basalt/contract/members/members.schema.ts'
import { DEFAULT_ROLE, type ProjectRole, type Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { Scope } from './scope-options.ts'
import { rolesOfMember } from './team-rows.rules.ts'

/** A member's access while it is edited. Both forms are kept, and `scope` selects one. */
export interface AccessFields {
  scope: Scope
  role_id: Role
  projects: readonly { ref: string; name: string; role_id: ProjectRole }[]
}

export const accessFieldsOf = ({ role_id, projects }: Member): AccessFields => ({
  scope: role_id === null ? 'projects' : 'organization',
  role_id: role_id ?? DEFAULT_ROLE,
  projects,
})

export const accessOf = ({ scope, role_id, projects }: AccessFields): MemberAccess =>
  scope === 'organization'
    ? { role_id }
    : { projects: projects.map(({ ref, role_id: role }) => ({ ref, role_id: role })) }

/** The change to request, with the previous access to detect conflicts. */
export const changeOf = ({ role_id, projects }: Member, fields: AccessFields): MemberChange => ({
  ...accessOf(fields),
  previous: { role_id, projects: projects.map(({ ref, role_id: role }) => ({ ref, role_id: role })) },
})

/** A summary of the change; undefined when nothing changes. */
export function accessChange(member: Member, fields: AccessFields): string | undefined {
  const before = rolesOfMember(member)
  const after = rolesOfMember({
    role_id: fields.scope === 'organization' ? fields.role_id : null,
    projects: [...fields.projects],
  })
  return before === after ? undefined : `${before} becomes ${after}.`
}
