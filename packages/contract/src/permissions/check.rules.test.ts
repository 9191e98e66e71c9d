import { expect, test } from 'vitest'
import { applicableGrants, type Grant, isAllowed, type ScopedGrant } from './check.rules.ts'

const grant = (action: string, resource: string, more: Partial<Grant> = {}): Grant => ({
  actions: [action],
  resources: [resource],
  condition: null,
  restrictive: false,
  ...more,
})

test.each([
  ['%', true],
  ['write:%', true],
  ['%:Update', true],
  ['w%U%e', true],
  ['write:Update', true],
  ['write:Update%', true],
  ['write', false],
  ['rite:%', false],
  ['%Upd', false],
  ['write:Update%e', false],
  ['', false],
])('the pattern %j covers write:Update: %s', (pattern, expected) => {
  const need = { action: 'write:Update', resource: 'projects' }
  expect(isAllowed([grant(pattern, '%')], need)).toBe(expected)
  expect(isAllowed([grant('%', pattern)], { action: 'any', resource: 'write:Update' })).toBe(expected)
})

test('a dot in a pattern is a dot', () => {
  expect(isAllowed([grant('%', 'auth.roles')], { action: 'a', resource: 'auth_roles' })).toBe(false)
})

test('nothing is allowed without a grant, and a restriction wins over every grant', () => {
  const need = { action: 'write:Delete', resource: 'organizations' }
  expect(isAllowed([], need)).toBe(false)
  const all = grant('%', '%')
  expect(isAllowed([all, grant('write:Delete', '%', { restrictive: true })], need)).toBe(false)
  expect(isAllowed([grant('write:Delete', '%', { restrictive: true, condition: false }), all], need)).toBe(
    true,
  )
  expect(isAllowed([grant('%', '%', { restrictive: true })], need)).toBe(false)
})

test('a condition may test the name of the resource', () => {
  const onlyTables = grant('%', '%', { condition: { '==': [{ var: 'resource_name' }, 'tables'] } })
  expect(isAllowed([onlyTables], { action: 'a', resource: 'tables' })).toBe(true)
  expect(isAllowed([onlyTables], { action: 'a', resource: 'columns' })).toBe(false)
})

test('in a project with its own grants only those apply', () => {
  const scoped = (organization_slug: string, project_refs: string[] | null): ScopedGrant => ({
    ...grant('%', '%'),
    organization_slug,
    project_refs,
  })
  const [whole, shop, foreign] = [scoped('acme', null), scoped('acme', ['shop']), scoped('other', null)]
  const all = [whole, shop, foreign]
  expect(applicableGrants(all, { slug: 'acme', ref: 'shop' })).toEqual([shop])
  expect(applicableGrants(all, { slug: 'acme', ref: 'blog' })).toEqual([whole])
  expect(applicableGrants(all, { slug: 'acme' })).toEqual([whole])
  expect(applicableGrants(all, { slug: 'other', ref: 'shop' })).toEqual([foreign])
  expect(applicableGrants(all, { slug: 'unknown' })).toEqual([])
})
