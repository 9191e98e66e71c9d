import {
  hasUsing,
  hasWithCheck,
  type PolicyCommand,
} from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type { PolicyDraft } from '@basalt/contract/database-objects/policies/policies.schema.ts'

export interface PolicyForm {
  schema: string
  table: string
  name: string
  comment: string
  command: PolicyCommand
  is_permissive: boolean
  roles: string[]
  /** Both expressions are kept while the command has no use for one. */
  using: string
  with_check: string
}

const PUBLIC = 'public'

export const emptyForm = (schema: string, table = ''): PolicyForm => ({
  schema,
  table,
  name: '',
  comment: '',
  command: 'SELECT',
  is_permissive: true,
  roles: ['authenticated'],
  using: '',
  with_check: '',
})

/** The form of a policy that exists, or of a copy of it. */
export const formOf = (
  { comment, using, with_check, ...draft }: PolicyDraft,
  isCopy: boolean,
): PolicyForm => ({
  ...draft,
  name: isCopy ? `${draft.name} copy` : draft.name,
  comment: comment ?? '',
  using: using ?? '',
  with_check: with_check ?? '',
})

export const draftOf = ({ comment, using, with_check, ...form }: PolicyForm): PolicyDraft => ({
  ...form,
  comment: comment === '' ? null : comment,
  using: hasUsing(form.command) && using.trim() !== '' ? using : null,
  with_check: hasWithCheck(form.command) && with_check.trim() !== '' ? with_check : null,
})

/** Chooses a role or no longer. `public` is every role, so that it stands alone. */
export function withRole(roles: readonly string[], role: string, isOn: boolean): string[] {
  if (!isOn) return roles.filter((each) => each !== role)
  if (role === PUBLIC) return [PUBLIC]
  return [...roles.filter((each) => each !== PUBLIC && each !== role), role].toSorted()
}

/** Roles to choose by a click: everyone, those of the Data API, and those that are chosen. */
export const offeredRoles = (chosen: readonly string[]): string[] => [
  ...new Set([PUBLIC, 'anon', 'authenticated', ...chosen]),
]
