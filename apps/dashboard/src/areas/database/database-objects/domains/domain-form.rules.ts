import type { DomainDraft } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

/** A check in the form. */
export interface FormCheck {
  /** Identifies it while it is edited. */
  key: string
  /** The check that exists; null for a new one. */
  was: string | null
  /** Empty for a name that PostgreSQL chooses. */
  name: string
  expression: string
  /** Are the values that exist checked? */
  valid: boolean
}

export interface DomainForm extends Omit<DomainDraft, 'comment' | 'collation' | 'default' | 'checks'> {
  comment: string
  /** Empty for that of the type. */
  collation: string
  /** Empty for none. */
  default: string
  checks: FormCheck[]
}

export const newCheck = (): FormCheck => ({
  key: newRowKey(),
  was: null,
  name: '',
  expression: '',
  valid: true,
})

export const emptyForm = (schema: string): DomainForm => ({
  schema,
  name: '',
  comment: '',
  type: '',
  collation: '',
  nullable: true,
  default: '',
  checks: [],
})

/** The form of a domain that exists, or of a copy of it. */
export const formOf = (draft: DomainDraft, isCopy: boolean): DomainForm => ({
  ...draft,
  name: isCopy ? `${draft.name}_copy` : draft.name,
  comment: draft.comment ?? '',
  collation: draft.collation ?? '',
  default: draft.default ?? '',
  checks: draft.checks.map((check) => ({ ...check, key: newRowKey(), was: isCopy ? null : check.was })),
})

export const draftOf = ({ comment, collation, checks, ...form }: DomainForm): DomainDraft => ({
  ...form,
  comment: comment === '' ? null : comment,
  collation: collation.trim() === '' ? null : collation,
  default: form.default.trim() === '' ? null : form.default,
  checks: checks.map(({ key: _, ...check }) => check),
})

/**
 * Is it a choice whether the check applies to values that exist? A new domain has none, and a check that they passed stays
 * valid until its expression changes. `current` is the domain that is edited.
 */
export function canStayUnchecked(check: FormCheck, current: DomainDraft | undefined): boolean {
  if (!check.valid) return true
  const before = current?.checks.find(({ name }) => name === check.was)
  return current !== undefined && !(before?.valid && before.expression === check.expression)
}
