import { expect, test } from 'vitest'
import { limitForm } from './limit-form.rules.ts'

test.each([
  ['50', undefined],
  ['50.01', 'Maximum limit is up to 50 MB.'],
  ['', 'Please provide a file size limit'],
  ['0', 'Enter a number above 0'],
  ['x', 'Enter a number above 0'],
])('%j MB with a cap of 50 MB: %j', (amount, message) => {
  const values = { amount, unit: 'MB' as const, imageTransformation: true }
  expect(limitForm(50 * 1024 ** 2).safeParse(values).error?.issues[0]?.message).toBe(message)
})
