import { expect, test } from 'vitest'
import { policyTemplates } from './policy-templates.rules.ts'

const usingOf = (title: string, columns: string[]) =>
  policyTemplates(columns).find((template) => template.title === title)!.form.using

test('a template uses the column of the table that tells its purpose', () => {
  expect(usingOf('Owners only', ['id', 'created_by'])).toBe('(select auth.uid()) = created_by')
  expect(usingOf('Members of a team', ['org_id'])).toContain('select org_id from team_members')
  expect(usingOf('Between two times', ['valid_from', 'valid_until'])).toContain('valid_from <= now()')
})

test('without one it has a usual name', () => {
  expect(usingOf('Owners only', [])).toBe('(select auth.uid()) = user_id')
})
