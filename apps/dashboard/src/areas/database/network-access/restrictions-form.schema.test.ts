import { expect, test } from 'vitest'
import { RestrictionsForm } from './restrictions-form.schema.ts'

test.each([
  ['', null],
  [' \n ', null],
  ['192.0.2.7', ['192.0.2.7']],
  ['10.0.0.0/8\n\n2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
  ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']],
])('%j allows %j', (allowed_cidrs, expected) => {
  expect(RestrictionsForm.parse({ allowed_cidrs })).toEqual({ allowed_cidrs: expected })
})

test.each([
  ['10.0.0.0/8\noffice', '“office” is not an address'],
  ['10.0.0.1/8', '“10.0.0.1/8” is not an address'],
  [Array.from({ length: 51 }, (_, count) => `10.0.${count}.0/24`).join('\n'), 'at most 50'],
])('%j is reported', (allowed_cidrs, message) => {
  const { error } = RestrictionsForm.safeParse({ allowed_cidrs })
  expect(error?.issues[0]?.message).toContain(message)
})
