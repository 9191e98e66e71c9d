import { expect, test } from 'vitest'
import { NewUserForm, newUserInputs } from './new-user-form.schema.ts'

const valid = { ...newUserInputs, password: 'correct horse' }

test.each([
  [{ email: ' ann@example.com ' }, { email: 'ann@example.com' }],
  [{ phone: '+1 555 123-4567' }, { phone: '+1 555 123-4567' }],
  [
    { email: 'ann@example.com', phone: '+15551234567', is_confirmed: false },
    { email: 'ann@example.com', phone: '+15551234567', email_confirm: false, phone_confirm: false },
  ],
])('the user of %j is sent', (inputs, sent) => {
  expect(NewUserForm.parse({ ...valid, ...inputs })).toEqual({
    password: 'correct horse',
    email_confirm: true,
    phone_confirm: true,
    ...sent,
  })
})

test.each([
  [{}, 'email'],
  [{ email: 'ann' }, 'email'],
  [{ phone: '0151' }, 'phone'],
  [{ email: 'ann@example.com', password: '' }, 'password'],
])('%j is refused beside the field %s', (inputs, field) => {
  const { error } = NewUserForm.safeParse({ ...valid, ...inputs })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})
