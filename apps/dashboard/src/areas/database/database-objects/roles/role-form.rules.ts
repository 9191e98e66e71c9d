import type { RoleDraft, RoleMembership } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

interface Keyed {
  /** Identifies a line while it is edited. */
  key: string
}

/** A role in its form. Its password is not a part of it, because what is typed in forms is kept in the browser. */
export interface RoleForm
  extends Omit<
    RoleDraft,
    'password' | 'comment' | 'connection_limit' | 'valid_until' | 'memberships' | 'settings'
  > {
  comment: string
  /** Empty for none. */
  connection_limit: string
  /** Empty for none. */
  valid_until: string
  memberships: (RoleMembership & Keyed)[]
  settings: { key: string; name: string; value: string }[]
}

/** What is done to a password: nothing, or it is set or removed. */
export type PasswordChange = RoleDraft['password']

/** Stands for a new password in what is planned, so that the password is sent only once. */
const PLANNED_PASSWORD: PasswordChange = { new: 'not sent' }

export const newMembership = (role: string): RoleForm['memberships'][number] => ({
  key: newRowKey(),
  role,
  admin: false,
  inherit: true,
  set: true,
})

export const newSetting = (name = '', value = '') => ({ key: newRowKey(), name, value })

export const emptyForm = (): RoleForm => ({
  name: '',
  comment: '',
  can_login: true,
  inherits: true,
  creates_roles: false,
  creates_databases: false,
  bypasses_rls: false,
  replicates: false,
  connection_limit: '',
  valid_until: '',
  memberships: [],
  settings: [],
})

/** The form of a role that exists, or of a copy of it. */
export const formOf = (
  { password: _, comment, connection_limit, valid_until, memberships, settings, ...draft }: RoleDraft,
  isCopy: boolean,
): RoleForm => ({
  ...draft,
  name: isCopy ? `${draft.name}_copy` : draft.name,
  comment: comment ?? '',
  connection_limit: connection_limit === -1 ? '' : String(connection_limit),
  valid_until: valid_until ?? '',
  memberships: memberships.map((membership) => ({ ...membership, key: newRowKey() })),
  settings: settings.map(({ name, value }) => newSetting(name, value)),
})

/** The draft of a form, which has no password. A limit that is no number is no limit; its field tells that. */
export const draftOf = ({
  comment,
  connection_limit,
  valid_until,
  memberships,
  settings,
  ...form
}: RoleForm): RoleDraft => ({
  ...form,
  comment: comment === '' ? null : comment,
  connection_limit: limitOf(connection_limit) ?? -1,
  valid_until: valid_until.trim() === '' ? null : valid_until.trim(),
  password: null,
  memberships: memberships.map(({ key: _, ...membership }) => membership),
  settings: settings.map(({ name, value }) => ({ name: name.trim(), value })),
})

export const plannedPassword = (password: PasswordChange): PasswordChange =>
  password === null || password === 'remove' ? password : PLANNED_PASSWORD

const LIMIT_MAX = 2_147_483_647

/** -1 for an empty text; undefined for what is no limit. */
export function limitOf(text: string): number | undefined {
  if (text.trim() === '') return -1
  const limit = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
  return limit <= LIMIT_MAX ? limit : undefined
}
