import { expect, test } from 'vitest'
import { type Condition, holds } from './condition.rules.ts'

const isOwn: Condition = { '==': [{ var: 'resource.owner_id' }, { var: 'subject.id' }] }
const data = { resource: { owner_id: 'ann', visibility: 'user' }, subject: { id: 'ann' } }

test.each<[Condition, boolean]>([
  [null, true],
  [true, true],
  [false, false],
  [isOwn, true],
  [{ '!': isOwn }, false],
  [{ '!=': [{ var: 'resource.visibility' }, 'user'] }, false],
  [{ or: [{ '!=': [{ var: 'resource.visibility' }, 'user'] }, isOwn] }, true],
  [{ and: [isOwn, { '==': [{ var: 'resource.type' }, 'sql'] }] }, false],
  [{ '==': [{ var: 'resource.owner_id' }, { var: 'subject.constructor' }] }, false],
  [{ var: 'resource.owner_id' }, false],
])('%j holds: %s', (condition, expected) => {
  expect(holds(condition, data)).toBe(expected)
})

test('without data, a condition on data does not hold', () => {
  expect(holds({ '==': [{ var: 'resource.owner_id' }, 'ann'] }, {})).toBe(false)
})
