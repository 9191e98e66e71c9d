import { PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import { expect, test } from 'vitest'
import { newAccessToken, newProjectRef, newSlug } from './ids.ts'

test.each([
  ['Acme Inc.', /^acme-inc-[a-z0-9]{5}$/],
  ['Crème Brûlée', /^creme-brulee-[a-z0-9]{5}$/],
  ['株式会社', /^[a-z0-9]{5}$/],
  ['--', /^[a-z0-9]{5}$/],
  ['x'.repeat(200), /^x{40}-[a-z0-9]{5}$/],
])('the slug of %j is readable and has a random end', (name, slug) => {
  expect(newSlug(name)).toMatch(slug)
  expect(newSlug(name)).not.toBe(newSlug(name))
})

test('a project ref is 20 lower-case letters', () => {
  expect(newProjectRef()).toMatch(PROJECT_REF)
})

test('an access token carries the prefix that scanners know and 256 random bits', () => {
  expect(newAccessToken()).toMatch(/^bst_[0-9a-f]{64}$/)
})
