import { expect, test } from 'vitest'
import { alterWebhookTrigger, createWebhookTrigger, dropWebhookTrigger } from './webhook-trigger.ts'

const trigger = {
  id: '0c1d6e0e-6c5c-4f0e-9d0f-3f1f6f1f8f10',
  name: 'New "orders"',
  schema: 'Shop',
  table: 'my.orders',
  events: ['UPDATE', 'INSERT'] as const,
  isEnabled: true,
}
const on = '"New ""orders""" on "Shop"."my.orders"'
const replaced = (events: string) =>
  `create or replace trigger "New ""orders"""\n  after ${events} on "Shop"."my.orders"\n  for each row execute function basalt.record_webhook_event('${trigger.id}')`

test('names are quoted, and events are in one order', () => {
  expect(createWebhookTrigger(trigger)).toBe(
    replaced('insert or update').replace('create or replace', 'create'),
  )
  expect(dropWebhookTrigger(trigger)).toBe(`drop trigger ${on}`)
})

const disable = 'alter table "Shop"."my.orders" disable trigger "New ""orders"""'
test.each([
  [{}, []],
  [{ events: ['INSERT', 'UPDATE'] }, []],
  [{ name: 'b' }, [`alter trigger ${on} rename to "b"`]],
  [{ events: ['DELETE'] }, [replaced('delete')]],
  [{ isEnabled: false }, [disable]],
  [{ events: ['DELETE'], isEnabled: false }, [replaced('delete'), disable]],
] as const)('the change %j runs %j', (change, statements) => {
  expect(alterWebhookTrigger(trigger, change)).toEqual(statements)
})

test('a disabled trigger stays disabled when it is replaced', () => {
  expect(alterWebhookTrigger({ ...trigger, isEnabled: false }, { events: ['DELETE'] })).toEqual([
    replaced('delete'),
    disable,
  ])
})
