import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { formFailure } from './form-failure.ts'

const refusal = (issues: { path: string; message: string }[]) =>
  new ApiError(400, {
    code: 'validation_failed',
    message: 'Everything in one sentence',
    requestId: 'r1',
    details: { issues },
  })
const describeError = formFailure<{ name: string; email: string }>(['name', 'email'])

test('errors of fields in the form appear beside them', () => {
  const error = refusal([
    { path: 'name', message: 'Too long' },
    { path: 'email', message: 'Taken' },
  ])
  expect(describeError(error)).toEqual({ fields: { name: 'Too long', email: 'Taken' } })
})

test('other errors appear above the form, each once', () => {
  const error = refusal([
    { path: 'name', message: 'Too long' },
    { path: 'setup_token', message: 'Too long' },
  ])
  expect(describeError(error)).toEqual({ message: 'Everything in one sentence' })
})

test.each([
  [new ApiError(409, { code: 'conflict', message: 'Taken', requestId: 'r1' }), 'Taken'],
  [new TypeError('Broken'), 'Broken'],
  ['odd', 'odd'],
])('%s appears above the form', (error, message) => {
  expect(describeError(error)).toEqual({ message })
})
