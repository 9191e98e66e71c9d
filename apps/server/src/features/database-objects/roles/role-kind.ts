import {
  OWNED_NAMED,
  role,
  roleDependents,
  roleLists,
  roleOid,
} from '@basalt/catalog/database-objects/roles.ts'
import {
  isProtectedRole,
  PROTECTED_ROLE_PREFIXES,
  PROTECTED_ROLES,
  STAND_IN_PREFIX,
} from '@basalt/contract/database-objects/roles/roles.rules.ts'
import type {
  Role,
  RoleChange,
  RoleDraft,
  RoleListQuery,
} from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { DEPENDENTS_MAX } from '@basalt/schema-changes/dependents.ts'
import { alterRole, createRole, dropRole, roleProblems } from '@basalt/schema-changes/role.ts'
import type { z } from 'zod'
import { newVerifier } from '../../../platform/secrets/scram.ts'
import type { DropChoices, ObjectKind } from '../object-kind.ts'
import { refuseIneffective } from './role-effects.ts'

const managed = { names: PROTECTED_ROLES, prefixes: PROTECTED_ROLE_PREFIXES }

/** As the catalog has it. */
type Row = Omit<Role, 'draft' | 'fingerprint' | 'refusals' | 'owner' | 'extension' | 'has_more_owned'> &
  Omit<RoleDraft, 'password'>

type RoleDropChoices = DropChoices &
  Pick<Extract<z.output<typeof RoleChange>, { action: 'drop' }>, 'reassign_to'>

const PROTECTED = 'The platform relies on this role. It can only be read.'
const SUPERUSER = 'Only a superuser can change a superuser.'

export const roleKind: ObjectKind<RoleDraft, Role, RoleListQuery, RoleDropChoices> = {
  title: 'Role',
  catalog: 'pg_authid',
  lists: roleLists(managed, STAND_IN_PREFIX),
  one: (oid) => role(oid, managed),
  read(json) {
    const { id, is_protected, is_superuser, is_owned, active_connections, members, owned, ...draft } =
      JSON.parse(json) as Row
    return {
      id,
      is_protected,
      is_superuser,
      is_owned,
      active_connections,
      members,
      owned: owned.slice(0, OWNED_NAMED),
      has_more_owned: owned.length > OWNED_NAMED,
      owner: null,
      extension: null,
      draft: { ...draft, password: null },
    }
  },
  refusals({ is_protected, is_superuser }) {
    const reason = is_protected ? PROTECTED : is_superuser ? SUPERUSER : null
    return { edit: reason, drop: reason, duplicate: is_superuser ? SUPERUSER : null }
  },
  problems: (draft, current) =>
    roleProblems(draft, (name) => name !== current?.draft.name && isProtectedRole(name)),
  seal: async (draft) =>
    draft.password === null || draft.password === 'remove'
      ? draft
      : { ...draft, password: { new: await newVerifier(draft.password.new, 'chosen') } },
  create: createRole,
  edit: ({ draft: current }, draft) => alterRole(current, draft),
  drop: ({ draft }, { cascade, reassign_to }) => [
    ...dropRole(draft, { reassignTo: reassign_to, isCascade: cascade }),
  ],
  dependents: ({ id }) => roleDependents(id, DEPENDENTS_MAX + 1),
  oidOf: ({ name }) => roleOid(name),
  verify: refuseIneffective,
}
