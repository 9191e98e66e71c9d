import type { DomainDraft } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { expect, test } from 'vitest'
import { canStayUnchecked, draftOf, emptyForm, formOf, newCheck } from './domain-form.rules.ts'

const email: DomainDraft = {
  schema: 'shop',
  name: 'email',
  comment: 'of a customer',
  type: 'text',
  collation: 'pg_catalog."C"',
  nullable: false,
  default: "''::text",
  checks: [{ was: 'has_at', name: 'has_at', expression: "VALUE ~~ '%@%'::text", valid: true }],
}

test('a form without edits is the domain, and a copy has new checks under another name', () => {
  expect(draftOf(formOf(email, false))).toEqual(email)
  expect(draftOf(formOf(email, true))).toEqual({
    ...email,
    name: 'email_copy',
    checks: [{ ...email.checks[0], was: null }],
  })
})

test('empty fields are no collation, default or description', () => {
  const { key: _, ...check } = newCheck()
  expect(draftOf({ ...emptyForm('shop'), default: '  ', checks: [newCheck()] })).toMatchObject({
    comment: null,
    collation: null,
    default: null,
    checks: [check],
  })
})

test.each([
  ['of a new domain', {}, undefined, false],
  ['of a new domain that copies an unchecked one', { valid: false }, undefined, true],
  ['that values have passed', {}, email, false],
  ['that is written again', { expression: 'true' }, email, true],
  ['that is added', { was: null }, email, true],
])('a check %s can stay unchecked: %s', (_what, more, current, expected) => {
  const [check] = formOf(email, false).checks
  expect(canStayUnchecked({ ...check!, ...more }, current)).toBe(expected)
})
