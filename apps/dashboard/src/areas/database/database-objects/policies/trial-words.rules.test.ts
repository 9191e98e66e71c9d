import { expect, test } from 'vitest'
import { decisionText, modeText, valuesOf, writeText } from './trial-words.rules.ts'

const policy = (id: number, name: string, is_permissive: boolean) => ({
  id,
  name,
  is_permissive,
  command: 'ALL' as const,
  roles: ['public'],
  using: null,
  with_check: null,
})
const policies = [policy(1, 'team', false), policy(2, 'own', true), policy(3, 'seen', true)]
const says = (...passes: (boolean | null)[]) =>
  passes.map((each, index) => ({ policy: index + 1, passes: each, error: null }))

test.each([
  [says(true, true, true), 'Let through by “own” and “seen”.'],
  [says(true, false, true), 'Let through by “seen”.'],
  [says(false, true, true), 'Refused by “team”, which is restrictive.'],
  [says(true, false, null), 'Refused: no permissive policy lets it through.'],
])('%j', (verdicts, text) => {
  expect(decisionText(policies, verdicts)).toBe(text)
})

test('without policies, nobody is let through', () => {
  expect(decisionText([], [])).toBe('Refused: no policy applies to this role.')
})

test('what decides before policies has a sentence, and policies have none', () => {
  expect(modeText('policies', 'anon')).toBeUndefined()
  expect(modeText('bypasses', 'service_role')).toBe('service_role bypasses row level security.')
})

test('a write that reaches no row is told from one that is refused', () => {
  const result = { mode: 'policies' as const, policies: [], before: [], after: [] }
  expect(writeText({ ...result, passes: true, error: null }, 'delete')).toBe('The row is deleted.')
  expect(writeText({ ...result, passes: false, error: null }, 'update')).toContain('does not reach')
  expect(writeText({ ...result, passes: false, error: 'no' }, 'insert')).toContain('refuses it: no')
})

test.each([
  ['{"a": 1, "b": null, "c": {"d": [1]}, "e": true}', { a: '1', b: null, c: '{"d":[1]}', e: 'true' }],
  ['{}', {}],
  ['[1]', undefined],
  ['nothing', undefined],
])('values of %j', (json, expected) => {
  expect(valuesOf(json)).toEqual(expected)
})
