import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { expect, test } from 'vitest'
import { changeOf, fieldsOf, newWebhookOf, sqlOf, webhookFields } from './webhook-form.schema.ts'
import { targetText } from './webhook-target.rules.ts'

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
const saved = (over: object) => changeOf(webhook, webhookFields(webhook).parse({ ...fields, ...over }))

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
  expect(changeOf({ ...webhook, table: null }, webhookFields(webhook).parse(fields))).toEqual({
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
  const result = webhookFields(undefined).safeParse({ ...fields, url: 'https://a.example', timeout_seconds })
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

test.each([
  ['https://a.example', 'https://a.example'],
  ['pg-functions://postgres/my%20shop/on_order', 'my shop.on_order()'],
])('the target %s is shown as %s', (origin, text) => {
  expect(targetText(origin)).toBe(text)
})

const calling = { ...webhook, origin: 'pg-functions://postgres/my%20shop/on_order', header_names: [] }

test('a function is sent as its URI, without headers that were entered before it was chosen', () => {
  const entered = {
    ...fields,
    target: 'function',
    function_schema: ' my shop',
    function_name: 'on_order',
    headers: [{ name: 'not a header', value: '' }],
  }
  expect(newWebhookOf(webhookFields(undefined).parse(entered))).toMatchObject({
    url: calling.origin,
    headers: [],
  })
  expect(saved(entered)).toMatchObject({ url: calling.origin, headers: [] })
  const refused = webhookFields(undefined).safeParse({ ...entered, function_schema: '', function_name: ' ' })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([
    'Enter a schema',
    'Enter the name of a function',
  ])
})

test('the form of a webhook with a function begins with it, and needs an address to leave it', () => {
  const begun = fieldsOf(calling)
  expect(begun).toMatchObject({ target: 'function', function_schema: 'my shop', function_name: 'on_order' })
  const left = webhookFields(calling).safeParse({ ...begun, target: 'http' })
  expect(left.error?.issues.map(({ path }) => path)).toEqual([['url']])
})
