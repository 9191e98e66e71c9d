import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { functionUri } from '@basalt/contract/integrations/function-uri.rules.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { listLogEvents } from '@basalt/contract/logs/logs.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import {
  createTableWebhook,
  deleteTableWebhook,
  getTableWebhookDelivery,
  listTableWebhookDeliveries,
  listTableWebhooks,
  resendFailedTableWebhookDeliveries,
  resendTableWebhookDelivery,
  testTableWebhook,
  updateTableWebhook,
} from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { webhookEvents } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import { webhookEvents as writtenEvents } from '@basalt/sql/webhook-trigger.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedHeaders } from '../../platform/outgoing-requests/signature.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'

/** The real time, which is also PostgreSQL's, plus what a test adds. */
let skippedMs = 0
const now = () => new Date(Date.now() + skippedMs)
let project: DataApiFixture
let asAdmin: ProjectDatabases['asAdmin']
let slug: string
let reader: Person
beforeAll(async () => {
  project = await openDataApi('', {
    env: { BASALT_PRIVATE_NETWORKS: 'allow' },
    now,
    features: [
      (platform) => {
        asAdmin = platform.databases.asAdmin
        return {}
      },
    ],
  })
  slug = (await project.owner.call(listOrganizations)).body[0]!.slug
  reader = await aMember(project, project.owner, slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    grant usage on schema shop to anon;
    create table shop.orders (id int8 primary key, note text, amount numeric);
    create table shop.notes (note text);
    grant insert on shop.orders to anon`),
)

const params = (id?: string) => ({ ref: project.ref, ...(id !== undefined && { id }) })
const settled = () => project.tableWebhooks.settled(project.ref)
const skip = async (seconds: number) => {
  skippedMs += seconds * 1000
  await settled()
}
async function aWebhook(url: string, over: object = {}) {
  const id = randomUUID()
  const body = {
    id,
    name: `Hook ${id}`,
    schema: 'shop',
    table: 'orders',
    events: [...webhookEvents],
    url,
    ...over,
  }
  const answer = await project.owner.call(createTableWebhook, { params: params(), body })
  expect([answer.status, answer.body]).toMatchObject([201, { id: body.id }])
  return { id: body.id, secret: answer.body.secret, params: params(body.id) }
}
const listed = async (id: string) =>
  (await project.owner.call(listTableWebhooks, { params: params() })).body.find((each) => each.id === id)
const deliveriesOf = async (id: string, query: object = {}) =>
  (await project.owner.call(listTableWebhookDeliveries, { params: params(id), query: query as never })).body
const bodies = (receiver: Awaited<ReturnType<typeof openReceiver>>) =>
  receiver.received.map(({ body }) => JSON.parse(body))

test('the contract and the triggers know the same events', () => {
  expect(webhookEvents).toEqual(writtenEvents)
})

test('each change of a row is sent, signed with the secret that was returned, and with the headers', async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await aWebhook(receiver.url, { headers: [{ name: 'X-Key', value: 'k-1' }] })
  await project.sql(`insert into shop.orders values (1, 'a "b" 😀', 12345678901234567890.10)`)
  await project.sql('update shop.orders set note = null')
  await project.sql('delete from shop.orders')
  await settled()
  const shared = { table: 'orders', schema: 'shop' }
  const first = { id: 1, note: 'a "b" 😀' }
  expect(bodies(receiver)).toMatchObject([
    { ...shared, type: 'INSERT', record: first, old_record: null },
    { ...shared, type: 'UPDATE', record: { id: 1, note: null }, old_record: first },
    { ...shared, type: 'DELETE', record: null, old_record: { id: 1, note: null } },
  ])
  // Digits that a JSON parser would lose.
  expect(receiver.received[0]!.body).toContain('12345678901234567890.10')
  const { path, headers, body } = receiver.received[0]!
  expect(path).toBe('/hooks/xoxb-very-secret')
  expect(headers).toMatchObject({ 'x-key': 'k-1', 'content-type': 'application/json' })
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers).toMatchObject(signedHeaders(secret, { id: String(headers['webhook-id']), body, at }))
  expect(await listed(id)).toMatchObject({
    table: { schema: 'shop', name: 'orders' },
    events: ['INSERT', 'UPDATE', 'DELETE'],
    pending: 0,
    last_delivery: { outcome: 'delivered', attempts: 1, answer: 'Answered 200' },
  })
})

test('each attempt is in the logs, with its outcome, and without address, headers and body', async () => {
  await using receiver = await openReceiver()
  receiver.answers(500)
  const { id } = await aWebhook(receiver.url, { headers: [{ name: 'X-Key', value: 'k-1' }] })
  await project.sql(`insert into shop.orders values (1, 'a private note')`)
  await settled()
  receiver.answers(200)
  await skip(60)
  const { body } = await project.owner.call(listLogEvents, {
    params: { ref: project.ref, source: 'webhook_logs' },
    query: { q: `webhook:"Hook ${id}"` } as never,
  })
  const eventId = receiver.received[0]!.headers['webhook-id']
  const shared = { webhook: `Hook ${id}`, event_id: eventId }
  expect(body.events.map(({ level, fields }) => ({ level, ...fields }))).toMatchObject([
    { level: 'info', outcome: 'delivered', attempt: 2, answer: 'Answered 200', ...shared },
    { level: 'warning', outcome: 'pending', attempt: 1, answer: 'Answered 500', ...shared },
  ])
  expect(JSON.stringify(body)).not.toMatch(/private|k-1|xoxb|hooks/)
})

const FUNCTION = functionUri({ schema: 'shop', name: 'On "order" 🐘' })
/** A function that notes how it was called, and refuses amounts below zero. */
const noting = `
  create table shop.calls (n int generated always as identity, event jsonb, role text, claims jsonb);
  create function shop."On ""order"" 🐘"(event jsonb) returns text language plpgsql security definer as $$
    begin
      insert into shop.calls (event, role, claims)
        values (event, current_setting('role'), current_setting('request.jwt.claims')::jsonb);
      if (event->'record'->>'amount')::numeric < 0 then raise exception 'No negative amounts'; end if;
      return 'noted';
    end $$;
  grant usage on schema shop to service_role`
const calls = () => project.sql('select event, role, claims from shop.calls order by n')

test('a function of the database is called for each change, in order, as service_role', async () => {
  await project.sql(noting)
  const { id } = await aWebhook(FUNCTION)
  await project.sql(`insert into shop.orders values (1, 'a "b" 😀', 12345678901234567890.10)`)
  await project.sql('update shop.orders set note = null')
  await project.sql('delete from shop.orders')
  await settled()
  const rows = await calls()
  expect(rows).toMatchObject([
    { event: { type: 'INSERT', record: { id: 1, note: 'a "b" 😀' }, old_record: null } },
    { event: { type: 'UPDATE', record: { note: null } } },
    { event: { type: 'DELETE', record: null, old_record: { id: 1 } } },
  ])
  for (const row of rows)
    expect(row).toMatchObject({ role: 'service_role', claims: { role: 'service_role' } })
  expect(await project.sql("select distinct event->>'id' as id from shop.calls")).toHaveLength(3)
  expect(await project.sql("select event->'record'->>'amount' as amount from shop.calls limit 1")).toEqual([
    { amount: '12345678901234567890.10' },
  ])
  expect(await listed(id)).toMatchObject({
    origin: FUNCTION,
    header_names: [],
    pending: 0,
    last_delivery: { outcome: 'delivered', attempts: 1, answer: 'The function returned' },
  })
  const [last] = await deliveriesOf(id)
  const { body } = await project.owner.call(getTableWebhookDelivery, {
    params: { ...params(id), delivery_id: last!.id } as never,
  })
  expect(body.attempt_log).toMatchObject([{ answer: 'The function returned', response: 'noted' }])
})

test('what a failed call of a function did is undone, and the event is tried again with those of its row behind it', async () => {
  await project.sql(noting)
  const { id } = await aWebhook(FUNCTION)
  await project.sql('insert into shop.orders values (1, null, -1), (2, null, 1)')
  await project.sql('update shop.orders set amount = 5 where id = 1')
  await settled()
  expect(await project.sql("select event->'record'->>'id' as id from shop.calls")).toEqual([{ id: '2' }])
  const failed = (await deliveriesOf(id)).find(
    ({ attempts, outcome }) => attempts === 1 && outcome === 'pending',
  )!
  expect(failed.answer).toBe('The function failed (P0001)')
  const { body } = await project.owner.call(getTableWebhookDelivery, {
    params: { ...params(id), delivery_id: failed.id } as never,
  })
  expect(body.attempt_log).toMatchObject([{ response: 'No negative amounts' }])
  await project.sql(`
    drop function shop."On ""order"" 🐘";
    create function shop."On ""order"" 🐘"(event jsonb) returns void language sql
      as $$ insert into shop.calls (event) values (event) $$;
    grant insert on shop.calls to service_role`)
  await skip(11)
  expect(await project.sql("select event->>'type' as type from shop.calls order by n")).toEqual([
    { type: 'INSERT' },
    { type: 'INSERT' },
    { type: 'UPDATE' },
  ])
})

test('a function that takes too long is ended, and one that is missing is told', async () => {
  await project.sql(`create function shop.slow(jsonb) returns void language sql as $$ select pg_sleep(60) $$;
    grant usage on schema shop to service_role`)
  const slow = await aWebhook(functionUri({ schema: 'shop', name: 'slow' }), { timeout_seconds: 1 })
  const missing = await aWebhook(functionUri({ schema: 'shop', name: 'gone' }))
  const answerOf = async (id: string) =>
    (await project.owner.call(testTableWebhook, { params: params(id) as never })).body
  expect(await answerOf(slow.id)).toMatchObject({ outcome: 'failed', answer: 'No result within 1 second' })
  const running =
    "select from pg_stat_activity where state = 'active' and query like '%slow%' and pid <> pg_backend_pid()"
  expect(await project.sql(running)).toEqual([])
  expect(await answerOf(missing.id)).toMatchObject({
    outcome: 'failed',
    answer: 'The function failed (42883)',
  })
})

test('a call that runs when the database is about to stop is ended, and made again', async () => {
  await project.sql(`create table shop.calls (event jsonb); grant usage on schema shop to service_role;
    create function shop.waits(event jsonb) returns void language plpgsql security definer as $$
      begin
        if to_regclass('shop.opened') is null then perform pg_sleep(25); end if;
        insert into shop.calls values (event);
      end $$`)
  await aWebhook(functionUri({ schema: 'shop', name: 'waits' }), { timeout_seconds: 30 })
  await project.sql('insert into shop.orders values (1)')
  project.tableWebhooks.refresh(project.ref)
  const running = () =>
    project.sql(`select from pg_stat_activity
      where state = 'active' and query like '%"waits"%' and pid <> pg_backend_pid()`)
  await waitFor(async () => (await running()).length === 1)
  await project.tableWebhooks.release(project.ref)
  expect(await running()).toEqual([])
  await project.sql('create table shop.opened ()')
  project.tableWebhooks.refresh(project.ref)
  await settled()
  expect(await project.sql("select event->'record'->>'id' as id from shop.calls")).toEqual([{ id: '1' }])
})

test('a function gets no headers, and a webhook is moved from an address to a function', async () => {
  await using receiver = await openReceiver()
  await project.sql(noting)
  const headers = [{ name: 'X-Key', value: 'k' }]
  const refused = {
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining('no headers') },
  }
  const { id, params: of } = await aWebhook(receiver.url, { headers })
  const change = (body: object) => project.owner.call(updateTableWebhook, { params: of as never, body })
  expect(await change({ url: FUNCTION })).toMatchObject(refused)
  expect((await change({ url: FUNCTION, headers: [] })).status).toBe(200)
  expect(await change({ headers })).toMatchObject(refused)
  await project.sql('insert into shop.orders values (1)')
  await settled()
  expect(receiver.received).toEqual([])
  expect(await calls()).toMatchObject([{ event: { record: { id: 1 } } }])
  expect(await listed(id)).toMatchObject({ origin: FUNCTION, header_names: [] })
})

test('only the chosen events are sent, and nothing of a transaction that was rolled back', async () => {
  await using receiver = await openReceiver()
  await aWebhook(receiver.url, { events: ['DELETE'] })
  await project.sql(`insert into shop.orders values (1), (2); delete from shop.orders where id = 1`)
  await project.sql('begin; delete from shop.orders; rollback')
  await settled()
  expect(bodies(receiver)).toMatchObject([{ type: 'DELETE', old_record: { id: 1 } }])
})

test('roles that can only insert record events too, without rights on the outbox', async () => {
  await using receiver = await openReceiver()
  await aWebhook(receiver.url)
  await project.sql('set role anon; insert into shop.orders values (7)')
  await settled()
  expect(bodies(receiver)).toMatchObject([{ record: { id: 7 } }])
  await expect(project.sql('set role anon; select from basalt.outbox')).rejects.toThrow('permission denied')
  await expect(project.sql('delete from basalt.outbox')).rejects.toThrow('permission denied')
})

test('a cast function of a user does not run as a superuser', async () => {
  await using receiver = await openReceiver()
  await project.sql(`
    create type shop.tag as enum ('x');
    create function shop.tag_json(shop.tag) returns json language sql as
      $$ select to_json(current_user || ' ' || (select rolsuper from pg_roles where rolname = current_user)) $$;
    create cast (shop.tag as json) with function shop.tag_json(shop.tag);
    create table shop.tagged (id int primary key, tag shop.tag)`)
  await aWebhook(receiver.url, { table: 'tagged' })
  await project.sql(`insert into shop.tagged values (1, 'x')`)
  await settled()
  expect(bodies(receiver)).toMatchObject([{ record: { tag: 'basalt_webhooks false' } }])
})

test('events of a row wait for its earlier ones while others are sent', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  receiver.answers(500)
  await project.sql(`insert into shop.orders values (1, 'a')`)
  await settled()
  receiver.answers(200)
  await project.sql(`update shop.orders set note = 'b'; insert into shop.orders values (2, 'c')`)
  await settled()
  expect(bodies(receiver).map(({ record }) => record.note)).toEqual(['a', 'c'])
  expect((await deliveriesOf(id, { outcome: 'pending' })).map(({ attempts }) => attempts)).toEqual([0, 1])
  await skip(11)
  expect(bodies(receiver).map(({ record }) => record.note)).toEqual(['a', 'c', 'a', 'b'])
  const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(sent[2]).toBe(sent[0])
})

test.each([
  [
    'a table without a key',
    'notes',
    `insert into shop.notes values ('a')`,
    `insert into shop.notes values ('b')`,
  ],
  [
    'a change of the key',
    'orders',
    `insert into shop.orders values (1); update shop.orders set id = 2`,
    `insert into shop.orders values (3)`,
  ],
])('events of %s are sent one after the other', async (_what, table, first, second) => {
  await using receiver = await openReceiver()
  await aWebhook(receiver.url, { table })
  receiver.answers(500)
  await project.sql(first)
  await settled()
  receiver.answers(200)
  await project.sql(second)
  await settled()
  expect(receiver.received).toHaveLength(1)
  await skip(11)
  const types = bodies(receiver).map(({ type, record }) => `${type} ${record.id ?? record.note}`)
  expect(types).toEqual(
    table === 'notes'
      ? ['INSERT a', 'INSERT a', 'INSERT b']
      : ['INSERT 1', 'INSERT 1', 'UPDATE 2', 'INSERT 3'],
  )
})

test('an event that keeps failing is given up, shown, and sent again on request', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  receiver.answers(503)
  await project.sql(`insert into shop.orders values (1, 'a')`)
  await settled()
  for (const seconds of [10, 60, 300, 1800, 7200]) await skip(seconds + 1)
  const [failed] = await deliveriesOf(id)
  expect(failed).toMatchObject({
    outcome: 'failed',
    attempts: 6,
    answer: 'Answered 503',
    next_attempt_at: null,
  })
  receiver.answers(200)
  const one = { params: { ...params(id), delivery_id: failed!.id } }
  const { body } = await project.owner.call(getTableWebhookDelivery, one)
  expect(JSON.parse(body.body!)).toMatchObject({ type: 'INSERT', record: { id: 1 } })
  expect((await reader.call(resendTableWebhookDelivery, one)).status).toBe(403)
  expect((await project.owner.call(resendTableWebhookDelivery, one)).status).toBe(200)
  await settled()
  expect(await deliveriesOf(id)).toMatchObject([{ outcome: 'delivered', attempts: 1 }])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('the log shows each attempt with its duration and the beginning of the response', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  receiver.answers(500)
  await project.sql(`insert into shop.orders values (1, 'a'); update shop.orders set note = 'b'`)
  await settled()
  receiver.answers(200)
  const since = now().toISOString()
  await skip(11)
  const [update, insert] = await deliveriesOf(id)
  expect([insert?.event, update?.event]).toEqual(['INSERT', 'UPDATE'])
  const one = { params: { ...params(id), delivery_id: insert!.id } }
  const { body } = await project.owner.call(getTableWebhookDelivery, one)
  const response = 'a secret of the receiver'
  expect(body.attempt_log).toMatchObject([
    { answer: 'Answered 500', response },
    { answer: 'Answered 200', response },
  ])
  for (const { duration_ms } of body.attempt_log) expect(duration_ms).toBeGreaterThanOrEqual(0)
  expect(await deliveriesOf(id, { since })).toEqual([])
  expect(await deliveriesOf(id, { since: body.created_at })).toHaveLength(2)
})

test('a test event is sent once, signed, also while the webhook is disabled, and is in the log', async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await aWebhook(receiver.url)
  await project.owner.call(updateTableWebhook, { params: params(id), body: { is_enabled: false } })
  receiver.answers(500)
  expect(await project.owner.call(testTableWebhook, { params: params(id) })).toMatchObject({
    status: 200,
    body: { event: 'TEST', outcome: 'failed', attempts: 1, answer: 'Answered 500', next_attempt_at: null },
  })
  await skip(11)
  expect(bodies(receiver)).toEqual([
    { type: 'TEST', table: 'orders', schema: 'shop', record: null, old_record: null },
  ])
  const { headers, body } = receiver.received[0]!
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers).toMatchObject(signedHeaders(secret, { id: String(headers['webhook-id']), body, at }))
  expect(await deliveriesOf(id)).toHaveLength(1)
  expect((await reader.call(testTableWebhook, { params: params(id) })).status).toBe(403)
})

test('all failed events are sent again, in order, and others are not', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  await project.sql('insert into shop.orders values (1)')
  await settled()
  receiver.answers(500)
  await project.sql(`update shop.orders set note = 'a'; update shop.orders set note = 'b'`)
  await settled()
  for (let attempt = 0; attempt < 2; attempt++)
    for (const seconds of [10, 60, 300, 1800, 7200]) await skip(seconds + 1)
  expect(await deliveriesOf(id, { outcome: 'failed' })).toHaveLength(2)
  receiver.answers(200)
  const before = receiver.received.length
  expect((await reader.call(resendFailedTableWebhookDeliveries, { params: params(id) })).status).toBe(403)
  expect(await project.owner.call(resendFailedTableWebhookDeliveries, { params: params(id) })).toMatchObject({
    status: 200,
    body: { count: 2 },
  })
  await settled()
  expect(
    bodies(receiver)
      .slice(before)
      .map(({ record }) => record.note),
  ).toEqual(['a', 'b'])
  expect(await deliveriesOf(id, { outcome: 'delivered' })).toHaveLength(3)
})

test('a receiver that takes longer than the webhook allows has failed', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((open) => silent.listen(0, '127.0.0.1', open))
  const { port } = silent.address() as AddressInfo
  const { id } = await aWebhook(`http://127.0.0.1:${port}/`, { timeout_seconds: 1 })
  await project.sql('insert into shop.orders values (1)')
  await settled()
  expect(await listed(id)).toMatchObject({
    timeout_seconds: 1,
    pending: 1,
    pending_since: expect.any(String),
    last_delivery: { answer: 'No response within 1 second', attempts: 1 },
  })
  await project.owner.call(deleteTableWebhook, { params: params(id) })
  silent.close()
})

test('changes of webhooks are in the ledger, and do not become migrations', async () => {
  const { id } = await aWebhook('http://a.example/')
  await project.owner.call(updateTableWebhook, { params: params(id), body: { is_enabled: false } })
  await project.owner.call(deleteTableWebhook, { params: params(id) })
  await waitFor(async () => {
    const { body } = await project.owner.call(listChanges, { params: params(), query: { search: id } })
    return body.changes.length === 3
  })
  const { body } = await project.owner.call(listChanges, { params: params(), query: { search: id } })
  expect(body.changes.map(({ sql, missing, origin }) => [sql.split(' ')[0], missing, origin])).toEqual([
    ['drop', 'destination', 'database_pages'],
    ['alter', 'destination', 'database_pages'],
    ['create', 'destination', 'database_pages'],
  ])
})

test('an event is sent for a table that was renamed, and for a key that was changed', async () => {
  await using receiver = await openReceiver()
  await aWebhook(receiver.url)
  await project.sql(`
    insert into shop.orders values (1, 'a');
    alter table shop.orders rename to "Bestell.ungen";
    alter table shop."Bestell.ungen" drop constraint orders_pkey, add primary key (note);
    update shop."Bestell.ungen" set amount = 2`)
  await settled()
  expect(bodies(receiver)).toMatchObject([
    { table: 'orders', type: 'INSERT' },
    { table: 'Bestell.ungen', type: 'UPDATE', record: { note: 'a', amount: 2 } },
  ])
})

test('an event that is too large is recorded as failed, and the change of the row succeeds', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  await project.sql(`insert into shop.orders values (1, repeat('x', 17 * 1024 * 1024))`)
  await settled()
  const [failed] = await deliveriesOf(id)
  expect(failed).toMatchObject({ outcome: 'failed', answer: 'Not sent: the event is larger than 16 MB' })
  const one = { params: { ...params(id), delivery_id: failed!.id } }
  expect((await project.owner.call(resendTableWebhookDelivery, one)).status).toBe(409)
  expect(receiver.received).toEqual([])
})

test('events wait while a webhook is disabled, and none are recorded', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  receiver.answers(500)
  await project.sql('insert into shop.orders values (1)')
  await settled()
  const change = (body: object) => project.owner.call(updateTableWebhook, { params: params(id), body })
  expect((await change({ is_enabled: false })).status).toBe(200)
  await project.sql('insert into shop.orders values (2)')
  receiver.answers(200)
  await skip(11)
  expect(receiver.received).toHaveLength(1)
  expect(await listed(id)).toMatchObject({ is_enabled: false, pending: 1 })
  await change({ is_enabled: true })
  await settled()
  expect(bodies(receiver).map(({ record }) => record.id)).toEqual([1, 1])
})

test('name, events, address and headers can be changed, and kept without knowing them', async () => {
  await using before = await openReceiver()
  await using after = await openReceiver()
  const { id } = await aWebhook(before.url, { headers: [{ name: 'X-Key', value: 'kept' }] })
  const change = (body: object) => project.owner.call(updateTableWebhook, { params: params(id), body })
  const headers = [{ name: 'x-key' }, { name: 'X-Other', value: 'new' }]
  const name = 'Neu "x".y SELECT 😀'
  expect((await change({ name, events: ['INSERT'], url: after.url, headers })).status).toBe(200)
  await project.sql('insert into shop.orders values (1); delete from shop.orders')
  await settled()
  expect(before.received).toEqual([])
  expect(bodies(after).map(({ type }) => type)).toEqual(['INSERT'])
  expect(after.received[0]!.headers).toMatchObject({ 'x-key': 'kept', 'x-other': 'new' })
  expect(await listed(id)).toMatchObject({
    name,
    events: ['INSERT'],
    origin: after.origin,
    header_names: ['x-key', 'X-Other'],
  })
  expect((await change({ headers: [{ name: 'X-Unknown' }] })).status).toBe(400)
  expect((await listed(id))?.header_names).toEqual(['x-key', 'X-Other'])
})

test('neither the address nor secrets are returned again or written to the audit log', async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await aWebhook(receiver.url, { headers: [{ name: 'X-Key', value: 'k-secret' }] })
  const { body: log } = await project.owner.call(listOrganizationAudit, { params: { slug } })
  const all = JSON.stringify([await listed(id), log])
  expect(all).toContain('Create a webhook of a table')
  for (const hidden of ['xoxb', 'k-secret', secret]) expect(all).not.toContain(hidden)
})

test('a deleted webhook leaves no trigger and no events', async () => {
  await using receiver = await openReceiver()
  receiver.answers(500)
  const { id } = await aWebhook(receiver.url)
  await project.sql('insert into shop.orders values (1)')
  await settled()
  expect((await project.owner.call(deleteTableWebhook, { params: params(id) })).status).toBe(200)
  await project.sql('insert into shop.orders values (2)')
  await skip(11)
  expect(receiver.received).toHaveLength(1)
  expect(await project.sql(`select tgname from pg_trigger where tgname like 'Hook %'`)).toEqual([])
  const left = await asAdmin.session(project.ref, (client) =>
    client.query('select from basalt.outbox where webhook = $1', [id]),
  )
  expect(left.rowCount).toBe(0)
  expect((await project.owner.call(deleteTableWebhook, { params: params(id) })).status).toBe(404)
})

test('a webhook whose table was dropped is shown without it, and can be deleted', async () => {
  const { id } = await aWebhook('http://127.0.0.1:1/')
  await project.sql('drop table shop.orders')
  expect(await listed(id)).toMatchObject({ table: null, events: [] })
  const change = { params: params(id), body: { events: ['INSERT'] as const } }
  expect(await project.owner.call(updateTableWebhook, change as never)).toMatchObject({ status: 409 })
  expect((await project.owner.call(deleteTableWebhook, { params: params(id) })).status).toBe(200)
})

test.each(['my.table', 'Quote"d', "it's", 'select', 'ümlaut 😀', 'x'.repeat(63)])(
  'a table named %j can have a webhook',
  async (table) => {
    await using receiver = await openReceiver()
    await project.sql(`create table ${quoteQualified('shop', table)} ("Odd ""key" int primary key)`)
    await aWebhook(receiver.url, { table, name: table })
    await project.sql(`insert into ${quoteQualified('shop', table)} values (1)`)
    await settled()
    expect(bodies(receiver)).toEqual([
      { type: 'INSERT', table, schema: 'shop', record: { 'Odd "key': 1 }, old_record: null },
    ])
  },
)

test('partitions send the name of the partitioned table', async () => {
  await using receiver = await openReceiver()
  await project.sql(`
    create table shop.events (id int primary key) partition by range (id);
    create table shop.events_1 partition of shop.events for values from (0) to (10)`)
  const { id } = await aWebhook(receiver.url, { table: 'events' })
  await project.sql('insert into shop.events values (1); update shop.events set id = 2')
  await settled()
  expect(bodies(receiver).map(({ type, table }) => `${type} ${table}`)).toEqual([
    'INSERT events',
    'UPDATE events',
  ])
  expect((await listed(id))?.table?.name).toBe('events')
})

test.each([
  ['a view', { table: 'a_view' }, 400],
  ['a missing table', { table: 'nothing' }, 400],
  ['a schema of the platform', { schema: 'auth', table: 'users' }, 403],
  ['no events', { events: [] }, 400],
  ['an address of another kind', { url: 'ftp://example.com' }, 400],
  ['a header of the connection', { headers: [{ name: 'Host', value: 'x' }] }, 400],
  ['a header value with a line break', { headers: [{ name: 'X-A', value: 'a\r\nb' }] }, 400],
  ['a response time of a minute', { timeout_seconds: 60 }, 400],
  ['a name of 64 bytes', { name: `${'x'.repeat(62)}ü` }, 400],
])('%s is refused, and nothing is left', async (_what, over, status) => {
  await project.sql('create view shop.a_view as select 1 as one')
  const id = randomUUID()
  const body = {
    id,
    name: 'x',
    schema: 'shop',
    table: 'orders',
    events: ['INSERT'],
    url: 'http://a.example/',
    ...over,
  }
  expect((await project.owner.call(createTableWebhook, { params: params(), body })).status).toBe(status)
  expect(await listed(id)).toBeUndefined()
})

test('a repeated call creates nothing twice', async () => {
  const { id } = await aWebhook('http://a.example/')
  const body = {
    id,
    name: 'x',
    schema: 'shop',
    table: 'orders',
    events: ['INSERT'],
    url: 'http://a.example/',
  }
  expect((await project.owner.call(createTableWebhook, { params: params(), body })).status).toBe(409)
  expect(await project.sql(`select from pg_trigger where tgname = 'x'`)).toEqual([])
})

test('read-only members see webhooks and deliveries, and change nothing', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  await project.sql('insert into shop.orders values (1)')
  await settled()
  expect((await reader.call(listTableWebhooks, { params: params() })).status).toBe(200)
  const { body } = await reader.call(listTableWebhookDeliveries, { params: params(id), query: {} })
  const one = { params: { ...params(id), delivery_id: body[0]!.id } }
  expect((await reader.call(getTableWebhookDelivery, one)).status).toBe(200)
  for (const endpoint of [updateTableWebhook, deleteTableWebhook])
    expect((await reader.call(endpoint, { params: params(id), body: { is_enabled: false } })).status).toBe(
      403,
    )
  const create = {
    id: randomUUID(),
    name: 'x',
    schema: 'shop',
    table: 'orders',
    events: ['INSERT'],
    url: receiver.url,
  }
  expect((await reader.call(createTableWebhook, { params: params(), body: create })).status).toBe(403)
})

test('many changes arrive, those of a row in order, and old deliveries are deleted', async () => {
  await using receiver = await openReceiver()
  const { id } = await aWebhook(receiver.url)
  await project.sql(`
    do $$ begin
      insert into shop.orders select n, '0' from generate_series(1, 50) n;
      for round in 1..60 loop update shop.orders set note = round::text; end loop;
    end $$`)
  await settled()
  expect(await deliveriesOf(id, { outcome: 'pending' })).toEqual([])
  expect(receiver.received).toHaveLength(3050)
  const rounds = new Map<number, number[]>()
  for (const { record } of bodies(receiver))
    rounds.set(record.id, [...(rounds.get(record.id) ?? []), Number(record.note)])
  const inOrder = Array.from({ length: 61 }, (_, round) => round)
  expect([...rounds.values()]).toEqual(Array.from({ length: 50 }, () => inOrder))
  const { rows } = await asAdmin.session(project.ref, (client) =>
    client.query('select count(*)::int as kept from basalt.outbox where webhook = $1', [id]),
  )
  expect(rows[0].kept).toBeLessThanOrEqual(1600)
  const [newest, ...rest] = await deliveriesOf(id)
  expect(rest).toHaveLength(49)
  expect((await deliveriesOf(id, { before: rest.at(-1)!.id }))[0]!.id).toBe(String(Number(newest!.id) - 50))
})

test('a project with webhooks and waiting events can be deleted', async () => {
  await aWebhook('http://127.0.0.1:1/')
  await project.sql('insert into shop.orders values (1)')
  expect((await project.owner.call(deleteProject, { params: params() })).status).toBe(200)
  await waitFor(async () => !(await project.engine.exists(project.ref)))
})
