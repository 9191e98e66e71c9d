import { expect, test } from 'vitest'
import { SmsForm, smsInputs } from './sms-form.schema.ts'

const entered = { ...smsInputs(null), url: 'https://api.messages.example/send' }

test('a stored service is shown and sent without its secret', () => {
  const service = {
    url: 'https://api.messages.example/send',
    format: 'json' as const,
    phone_field: 'to',
    message_field: 'text',
    fields: ['from=Shop', 'type=otp'],
  }
  const shown = smsInputs({ ...service, has_secret: true })
  expect(shown.fields).toBe('from=Shop\ntype=otp')
  expect(SmsForm.parse(shown)).toEqual(service)
  expect(SmsForm.parse({ ...shown, secret: ' Bearer x ' })).toMatchObject({ secret: 'Bearer x' })
})

test.each([
  [{ url: 'messages.example' }, 'url'],
  [{ phone_field: 'a field' }, 'phone_field'],
  [{ fields: 'no field' }, 'fields'],
])('%j is wrong', (change, field) => {
  const { error } = SmsForm.safeParse({ ...entered, ...change })
  expect(error?.issues[0]?.path[0]).toBe(field)
})
