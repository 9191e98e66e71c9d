import { expect, test } from 'vitest'
import { headerNameProblem, isHeaderValue } from './table-webhooks.rules.ts'

test.each([
  ['X-Api-Key', undefined],
  ['Authorization', undefined],
  ['Content-Type', 'Content-Type is set by Basalt'],
  ['webhook-signature', 'webhook-signature is set by Basalt'],
  ['two words', 'Use letters, digits and hyphens, such as X-Api-Key'],
  ['', 'Use letters, digits and hyphens, such as X-Api-Key'],
  ['a\r\nb', 'Use letters, digits and hyphens, such as X-Api-Key'],
])('the header %j has the problem %j', (name, problem) => {
  expect(headerNameProblem(name)).toBe(problem)
})

test.each([
  ['Bearer abc', true],
  ['', true],
  ['é', true],
  ['a\r\nHost: b', false],
  ['😀', false],
])('%j can be a header value: %s', (value, isValue) => {
  expect(isHeaderValue(value)).toBe(isValue)
})
