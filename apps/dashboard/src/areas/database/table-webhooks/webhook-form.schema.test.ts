import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { expect, test } from 'vitest'
import { changeOf, fieldsOf, NewWebhookFields, sqlOf, WebhookFields } from './webhook-form.schema.ts'

const id = '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f'
const webhook: TableWebhook = {
  id,
  name: 'Orders',
  table: { id: 1, schema: 'public', name: 'orders' },
  events: ['INSERT', 'DELETE'],
  origin: 'https://a.example',
  header_names: ['X-Key'],
  timeout_seconds: 10,
  is_enabled: true,
  created_at: '2026-03-01T12:00:00Z',
  pending: 0,
  pending_since: null,
  last_delivery: null,
}
const fields = fieldsOf(webhook)
const saved = (over: object) => changeOf(webhook, WebhookFields.parse({ ...fields, ...over }))

test('what is left empty is kept', () => {
  expect(saved({})).toEqual({
    name: 'Orders',
    events: ['INSERT', 'DELETE'],
    headers: [{ name: 'X-Key' }],
    timeout_seconds: 10,
  })
})

test('what is entered is changed', () => {
  const headers = [
    { name: 'x-key', value: 'new' },
    { name: 'X-Empty', value: '' },
  ]
  expect(saved({ url: ' https://b.example/x ', headers, timeout_seconds: '5' })).toMatchObject({
    url: 'https://b.example/x',
    headers,
    timeout_seconds: 5,
  })
})

test('a webhook whose table was dropped keeps its trigger', () => {
  expect(changeOf({ ...webhook, table: null }, WebhookFields.parse(fields))).toEqual({
    headers: [{ name: 'X-Key' }],
    timeout_seconds: 10,
  })
})

test.each([
  ['', 'Enter a number of seconds'],
  ['0', 'At least 1 second'],
  ['31', 'At most 30 seconds'],
  ['1.5', 'Use whole seconds'],
  ['ten', 'Enter a number of seconds'],
])('%j is no response time', (timeout_seconds, message) => {
  const result = NewWebhookFields.safeParse({ ...fields, url: 'https://a.example', timeout_seconds })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('the SQL is what the server runs', () => {
  expect(sqlOf(id, { ...fields, name: ' a "b" ', events: ['UPDATE'] }, undefined)).toBe(
    `create trigger "a ""b"""
  after update on "public"."orders"
  for each row execute function basalt.record_webhook_event('${id}');`,
  )
  expect(sqlOf(id, { ...fields, name: '' }, undefined)).toBe('')
  expect(sqlOf(id, fields, webhook)).toBe('')
  expect(sqlOf(id, { ...fields, name: 'New' }, webhook)).toBe(
    'alter trigger "Orders" on "public"."orders" rename to "New";',
  )
})
