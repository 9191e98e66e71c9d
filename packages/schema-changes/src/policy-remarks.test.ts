import { expect, test } from 'vitest'
import type { PolicyDraft } from './policy.ts'
import { type PolicyFacts, policyRemarks } from './policy-remarks.ts'

const draft: PolicyDraft = {
  schema: 'public',
  table: 'notes',
  name: 'p',
  comment: null,
  command: 'ALL',
  is_permissive: true,
  roles: ['authenticated'],
  using: 'id = 1',
  with_check: null,
}
const facts: PolicyFacts = {
  table: { is_rls_enabled: true, rows: 50_000, columns: ['id', 'owner_id', 'Team'], indexed: ['id'] },
  roles: ['anon', 'authenticated', 'service_role'].map((name) => ({
    name,
    bypasses: name === 'service_role',
  })),
}
const small: PolicyFacts = { ...facts, table: { ...facts.table!, rows: 999 } }

test.each<[title: string, change: Partial<PolicyDraft>, known: PolicyFacts, path: string, message: RegExp]>([
  [
    'anyone may write',
    { roles: ['anon'], with_check: 'true' },
    facts,
    'with_check',
    /Anyone .* read, write and delete/,
  ],
  [
    'anyone may delete',
    { roles: ['public'], command: 'DELETE', using: '(TRUE)' },
    facts,
    'using',
    /delete every row/,
  ],
  ['an unknown role', { roles: ['nobody'] }, facts, 'roles', /no role nobody/],
  ['a role that bypasses', { roles: ['service_role'] }, facts, 'roles', /bypasses/],
  ['an unknown table', {}, { ...facts, table: null }, 'table', /no table notes/],
  ['RLS is off', {}, { ...facts, table: { ...facts.table!, is_rls_enabled: false } }, 'table', /is off/],
  [
    'an update that reaches no row',
    { using: null, with_check: 'true' },
    facts,
    'using',
    /no row that exists/,
  ],
  ['a call per row', { using: 'auth.uid() = id' }, facts, 'using', /\(select auth\.uid\(\)\)/],
  [
    'a claim that users write',
    { using: "auth.jwt() -> 'user_metadata' ->> 'a' = 'b'" },
    facts,
    'using',
    /app_metadata/,
  ],
  ['no index', { using: '(select auth.uid()) = owner_id' }, facts, 'using', /index begins with owner_id/],
  ['no index of a quoted name', { using: '"Team" in (select 1)' }, facts, 'using', /index begins with Team/],
])('a warning: %s', (_title, change, known, path, message) => {
  expect(policyRemarks({ ...draft, ...change }, known)).toContainEqual(
    expect.objectContaining({ path, message: expect.stringMatching(message) }),
  )
})

test.each<[title: string, change: Partial<PolicyDraft>, known: PolicyFacts]>([
  ['an indexed column', {}, facts],
  ['a small table', { using: 'owner_id = 1' }, small],
  ['a call in a subquery', { using: 'id = (select auth.uid())' }, facts],
  ['a comparison in a subquery', { using: 'id in (select 1 from other where owner_id = 2)' }, facts],
  ['reading for everyone', { roles: ['anon'], command: 'SELECT', using: 'true' }, facts],
  ['a restrictive true', { roles: ['anon'], is_permissive: false, using: 'true' }, facts],
  ['a text that mentions a call', { using: "id = 1 or owner_id::text > 'auth.uid()'" }, facts],
])('no warning: %s', (_title, change, known) => {
  expect(policyRemarks({ ...draft, ...change }, known)).toEqual([])
})

test('a remark points into the expression', () => {
  expect(policyRemarks({ ...draft, using: 'id = 1 and auth.uid() is not null' }, facts)).toMatchObject([
    { at: 11 },
  ])
})
