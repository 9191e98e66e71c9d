import { type Decision, decisionOf } from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type {
  ListedPolicy,
  PolicyVerdict,
  ReadTrialResult,
  WriteTrialResult,
} from '@basalt/contract/database-objects/policies/policies.schema.ts'

/** What decides before any policy is looked at; undefined when policies decide. */
export function modeText(mode: ReadTrialResult['mode'], role: string): string | undefined {
  switch (mode) {
    case 'rls_off':
      return `Row level security is off, so ${role} reaches every row that its privileges allow.`
    case 'bypasses':
      return `${role} bypasses row level security.`
    case 'owner':
      return `${role} has the rights of the table’s owner, to whom its policies do not apply.`
    case 'no_privilege':
      return `${role} has no privilege for this on the table or its schema. Policies are not looked at.`
    case 'policies':
      return undefined
  }
}

/** Why a row passes or not, in one sentence. */
export function decisionText(policies: readonly ListedPolicy[], verdicts: readonly PolicyVerdict[]): string {
  const { reason, deciding }: Decision = decisionOf(policies, verdicts)
  const names = policies.filter(({ id }) => deciding.includes(id)).map(({ name }) => `“${name}”`)
  const list = new Intl.ListFormat('en').format(names)
  if (reason === 'permitted') return `Let through by ${list}.`
  if (reason === 'restricted')
    return `Refused by ${list}, which ${names.length === 1 ? 'is' : 'are'} restrictive.`
  return policies.length === 0
    ? 'Refused: no policy applies to this role.'
    : 'Refused: no permissive policy lets it through.'
}

/** What came of a write. */
export function writeText(
  { passes, error }: WriteTrialResult,
  action: 'insert' | 'update' | 'delete',
): string {
  if (error !== null) return `PostgreSQL refuses it: ${error}.`
  if (passes)
    return { insert: 'The row is inserted.', update: 'The row is changed.', delete: 'The row is deleted.' }[
      action
    ]
  return 'Nothing happens: the role does not reach the row.'
}

/** Values for a write, from JSON as people type it; undefined for what is no object of plain values. */
export function valuesOf(json: string): Record<string, string | null> | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
  return Object.fromEntries(
    Object.entries(parsed).map(([column, value]: [string, unknown]) => [
      column,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
