import { randomUUID } from 'node:crypto'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '@basalt/contract/integrations/webhooks.endpoints.ts'
import { DELIVERIES_RETAINED, WEBHOOKS_MAX } from '@basalt/contract/integrations/webhooks.rules.ts'
import { createNotification } from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedHeaders } from '../../platform/outgoing-requests/signature.ts'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, newBase, openApp, openAppOn } from '../../test/app-fixture.ts'
import {
  aMember,
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  signInAs,
  signUp,
} from '../../test/people.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'

const env = { BASALT_PRIVATE_NETWORKS: 'allow' }
const clock = aClock()
let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp(env, { now: clock.now })
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function aWebhook(url: string, over: object = {}) {
  const { slug } = await anOrganization(owner)
  const { status, body } = await owner.call(createWebhook, {
    params: { slug },
    body: { name: 'Chat', url, ...over },
  })
  if (status !== 201) throw new Error(`adding failed: ${JSON.stringify(body)}`)
  return { params: { slug, id: body.id }, webhook: body }
}

const notify = (slug: string, over: object = {}) =>
  owner.call(createNotification, { params: { slug }, body: { title: 'Backup done', ...over } })

/** As if this much time had passed and the timer had fired. */
const after = async (seconds: number) => {
  clock.advance({ seconds })
  await fixture.webhooks.wake()
}

test('a notification is sent, signed with the secret returned on creation', async () => {
  await using receiver = await openReceiver()
  const { params, webhook } = await aWebhook(receiver.url)
  await notify(params.slug, { message: 'All of it', priority: 'Warning' })
  await fixture.webhooks.wake()
  const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[number]]
  expect(path).toBe('/hooks/xoxb-very-secret')
  expect(JSON.parse(body)).toMatchObject({ data: { title: 'Backup done', message: 'All of it' } })
  const id = String(headers['webhook-id'])
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers).toMatchObject(signedHeaders(webhook.secret, { id, body, at }))

  const { body: deliveries } = await owner.call(listWebhookDeliveries, { params })
  expect(deliveries).toMatchObject([
    { id, title: 'Backup done', outcome: 'delivered', attempts: 1, answer: 'Answered 200' },
  ])
  expect((await owner.call(listWebhooks, { params })).body[0]?.last_delivery).toEqual(deliveries[0])
})

test('neither the URL nor the secret is returned again or written to the audit log', async () => {
  await using receiver = await openReceiver()
  const { params, webhook } = await aWebhook(receiver.url)
  const listed = (await owner.call(listWebhooks, { params })).body
  expect(listed[0]?.origin).toBe(receiver.origin)
  const { body: log } = await owner.call(listOrganizationAudit, { params })
  const all = JSON.stringify([listed, log])
  expect(all).toContain('Add a webhook')
  expect(all).not.toContain('xoxb')
  expect(all).not.toContain(webhook.secret)
})

test('a failing receiver is retried with backoff until its attempts are used up', async () => {
  await using receiver = await openReceiver()
  receiver.answers(503)
  const { params } = await aWebhook(receiver.url)
  await notify(params.slug)
  await fixture.webhooks.wake()
  const latest = async () => (await owner.call(listWebhookDeliveries, { params })).body[0]
  expect(await latest()).toMatchObject({ outcome: 'pending', attempts: 1, answer: 'Answered 503' })
  await after(9)
  expect((await latest())?.attempts).toBe(1)
  await after(1)
  expect((await latest())?.attempts).toBe(2)
  for (const seconds of [60, 300, 1800, 7200]) await after(seconds)
  expect(await latest()).toMatchObject({ outcome: 'failed', attempts: 6, next_attempt_at: null })
  // One id for all attempts, so that a receiver can recognize a duplicate.
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('only the chosen priorities are sent, and nothing while the webhook is disabled', async () => {
  await using receiver = await openReceiver()
  const { params } = await aWebhook(receiver.url, { priorities: ['Critical'] })
  await notify(params.slug, { priority: 'Info' })
  const setEnabled = (is_enabled: boolean) => owner.call(updateWebhook, { params, body: { is_enabled } })
  await setEnabled(false)
  await notify(params.slug, { priority: 'Critical', title: 'Unheard' })
  await setEnabled(true)
  await notify(params.slug, { priority: 'Critical', title: 'Heard' })
  await fixture.webhooks.wake()
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.title)).toEqual(['Heard'])
})

test('a test delivery returns its result and is sent once', async () => {
  await using receiver = await openReceiver()
  receiver.answers(401)
  const { params } = await aWebhook(receiver.url, { format: 'slack' })
  expect(await owner.call(testWebhook, { params })).toMatchObject({
    status: 200,
    body: { outcome: 'failed', answer: 'Answered 401', attempts: 1 },
  })
  await after(8000)
  expect(receiver.received).toHaveLength(1)
  expect(JSON.parse(receiver.received[0]!.body).text).toContain('*Test from Acme*')
})

test('a changed URL is used for pending deliveries too', async () => {
  await using receiver = await openReceiver()
  const { params } = await aWebhook('http://127.0.0.1:1/nobody')
  await notify(params.slug)
  await fixture.webhooks.wake()
  await owner.call(updateWebhook, { params, body: { url: receiver.url } })
  await after(10)
  expect(receiver.received).toHaveLength(1)
})

test('nothing more is sent to a deleted webhook', async () => {
  await using receiver = await openReceiver()
  receiver.answers(500)
  const { params } = await aWebhook(receiver.url)
  await notify(params.slug)
  await fixture.webhooks.wake()
  expect((await owner.call(deleteWebhook, { params })).status).toBe(200)
  await after(60)
  expect(receiver.received).toHaveLength(1)
  expect((await owner.call(deleteWebhook, { params })).status).toBe(404)
})

test('deliveries pending when the server dies are sent after a restart', async () => {
  await using ground = await newBase()
  await using receiver = await openReceiver()
  receiver.answers(500)
  const start = new Date('2026-03-01T12:00:00Z')
  const first = await openAppOn(ground, { env, now: () => start })
  const person = await signUp(first)
  const { slug } = await anOrganization(person)
  await person.call(createWebhook, { params: { slug }, body: { name: 'Chat', url: receiver.url } })
  await person.call(createNotification, { params: { slug }, body: { title: 'Important' } })
  await first.webhooks.wake()
  await first[Symbol.asyncDispose]()

  receiver.answers(200)
  await using second = await openAppOn(ground, { env, now: () => new Date(start.getTime() + 60_000) })
  await second.webhooks.wake()
  const again = await signInAs(second, person.email, PASSWORD)
  const { body } = await again.call(listWebhooks, { params: { slug } })
  expect(body[0]?.last_delivery).toMatchObject({ title: 'Important', outcome: 'delivered', attempts: 2 })
})

test('the latest deliveries are kept, and the number of webhooks is limited', async () => {
  await using receiver = await openReceiver()
  const { params } = await aWebhook(receiver.url)
  for (let count = 0; count <= DELIVERIES_RETAINED; count++) {
    await notify(params.slug, { title: `Number ${count}` })
    await fixture.webhooks.wake()
  }
  const { body } = await owner.call(listWebhookDeliveries, { params })
  expect(body).toHaveLength(DELIVERIES_RETAINED)
  const add = () => owner.call(createWebhook, { params, body: { name: 'More', url: receiver.url } })
  const added = await Promise.all(Array.from({ length: WEBHOOKS_MAX }, add))
  expect(added.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_MAX - 1)
  expect(added.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' })
})

test.each([
  [{ name: '', url: 'https://example.com' }, 'name'],
  [{ name: 'Chat', url: 'ftp://example.com' }, 'url'],
  [{ name: 'Chat', url: 'https://user:password@example.com' }, 'url'],
  [{ name: 'Chat', url: `https://example.com/${'x'.repeat(2000)}` }, 'url'],
  [{ name: 'Chat', url: 'https://example.com', priorities: [] }, 'priorities'],
  [{ name: 'Chat', url: 'https://example.com', format: 'xml' }, 'format'],
])('%j is refused', async (body, path) => {
  const { slug } = await anOrganization(owner)
  const reply = await owner.call(createWebhook, { params: { slug }, body })
  expect(reply).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } })
})

test('a webhook of another organization is not found, and a developer has read access only', async () => {
  const { params } = await aWebhook('https://example.com/hook')
  const other = await anOrganization(owner)
  const elsewhere = { slug: other.slug, id: params.id }
  for (const endpoint of [updateWebhook, deleteWebhook, testWebhook, listWebhookDeliveries])
    expect((await owner.call(endpoint, { params: elsewhere, body: { is_enabled: true } })).status).toBe(404)
  expect((await owner.call(testWebhook, { params: { ...params, id: randomUUID() } })).status).toBe(404)
  const developer = await aMember(fixture, owner, params.slug)
  expect((await developer.call(listWebhooks, { params })).status).toBe(200)
  expect((await developer.call(testWebhook, { params })).status).toBe(403)
})

test('by default nothing is sent into the private network', async () => {
  await using closed = await openApp()
  await using receiver = await openReceiver()
  const person = await signUp(closed)
  const { slug } = await anOrganization(person)
  const { body } = await person.call(createWebhook, {
    params: { slug },
    body: { name: 'Inside', url: receiver.url },
  })
  const test = await person.call(testWebhook, { params: { slug, id: body.id } })
  expect(test.body).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('private network') })
  expect(receiver.received).toEqual([])
})

test("members of single projects do not see the organization's webhooks", async () => {
  await using receiver = await openReceiver()
  const { params } = await aWebhook(receiver.url)
  const project = await aProject(owner, { slug: params.slug } as Organization)
  const guest = await aMember(fixture, owner, params.slug, {
    projects: [{ ref: project.ref, role_id: 'administrator' }],
  })
  for (const endpoint of [listWebhooks, listWebhookDeliveries])
    expect(await guest.call(endpoint, { params })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  const reader = await aMember(fixture, owner, params.slug, { role_id: 'read_only' })
  expect((await reader.call(listWebhooks, { params })).body).toHaveLength(1)
})
