import { expect, test } from 'vitest'
import { messageProblem, normalPhone, renderMessage, smsFieldOf, testPhoneOf } from './phone.rules.ts'

test.each([
  ['+1 (555) 123-4567', '15551234567'],
  ['0049 30 123456', '4930123456'],
  ['15551234567', '15551234567'],
  ['+44.20.7946.0958', '442079460958'],
  ['', undefined],
  ['+', undefined],
  ['1234', undefined],
  ['05551234567', undefined],
  ['+1234567890123456', undefined],
  ['+1555１２３４５６７', undefined],
  ['15551234567; drop table', undefined],
  ['+1555abc4567', undefined],
  [` ${' '.repeat(50)}15551234567`, undefined],
])('the number %j is stored as %s', (text, stored) => {
  expect(normalPhone(text)).toBe(stored)
})

test.each([
  ['15551234567=123456', { phone: '15551234567', code: '123456' }],
  [' +1 555 123 4567=1234567890 ', { phone: '15551234567', code: '1234567890' }],
  ['15551234567=12345', undefined],
  ['15551234567=abcdef', undefined],
  ['15551234567', undefined],
  ['=123456', undefined],
])('the test number %j is %j', (line, phone) => {
  expect(testPhoneOf(line)).toEqual(phone)
})

test.each([
  ['Your code is {{ .Code }}', undefined],
  ['{{.Code}} for {{ .SiteURL }}', undefined],
  ['No code', 'The message has no {{ .Code }}'],
  ['{{ .Code }} {{ .Token }}', '{{ .Token }} is not a variable. Use {{ .Code }} or {{ .SiteURL }}.'],
  ['{{ .Code }} {{ Code', 'A variable is written {{ .Code }}'],
  [`{{ .Code }}${'x'.repeat(400)}`, 'At most 320 characters'],
])('the template %j has the problem %s', (template, problem) => {
  expect(messageProblem(template)).toBe(problem)
})

test('a message has the values', () => {
  expect(renderMessage('{{ .Code }} at {{.SiteURL}}', { Code: '123', SiteURL: 'https://a.example' })).toBe(
    '123 at https://a.example',
  )
})

test.each([
  ['From=+1555', { name: 'From', value: '+1555' }],
  ['a.b=', { name: 'a.b', value: '' }],
  ['no field', undefined],
  ['=x', undefined],
])('the field %j is %j', (line, field) => {
  expect(smsFieldOf(line)).toEqual(field)
})
