import { randomUUID } from 'node:crypto'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import {
  archiveAllNotifications,
  createNotification,
  getNotificationSummary,
  listNotifications,
  updateNotifications,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
beforeAll(async () => {
  fixture = await openApp()
  await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})

const send = (body: object, person = owner, { slug } = organization) =>
  person.call(createNotification, { params: { slug }, body: { title: 'Backup done', ...body } })
const list = async (query: object = {}, person = owner) =>
  (await person.call(listNotifications, { query: { ...query } })).body
const titles = async (query: object = {}) => (await list(query)).map(({ data }) => data.title)
const summary = async () => (await owner.call(getNotificationSummary)).body
const setStatus = (ids: string[], status: string) =>
  owner.call(updateNotifications, { body: ids.map((id) => ({ id, status })) })

test("an owner's script notifies the members of the organization only", async () => {
  const stranger = await signUp(fixture)
  expect(
    await send({
      message: 'All **fine**.',
      priority: 'Warning',
      actions: [{ label: 'See the report', url: 'https://example.com/[slug]' }],
    }),
  ).toEqual({ status: 201, body: { count: 1 } })
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      name: 'custom',
      status: 'new',
      priority: 'Warning',
      inserted_at: expect.any(String),
      data: {
        title: 'Backup done',
        message: 'All **fine**.',
        org_slug: organization.slug,
        actions: [{ label: 'See the report', url: 'https://example.com/[slug]' }],
      },
      meta: { occurrences: 1, org_name: organization.name },
    },
  ])
  expect(await list({}, stranger)).toEqual([])
  expect((await send({}, stranger)).status).toBe(404)
})

test('API version 2 is the default, and other versions are refused', async () => {
  const request = async (version?: string) => {
    const headers = { ...owner.headers, ...(version && { version }) }
    const { statusCode, json } = await fixture.app.inject({ url: '/platform/notifications', headers })
    return [statusCode, json().message]
  }
  expect((await request('2'))[0]).toBe(200)
  expect((await request())[0]).toBe(200)
  expect(await request('1')).toEqual([400, expect.stringContaining('version 2 only')])
})

test('a new notification becomes seen, then archived, and returns as seen', async () => {
  await send({ priority: 'Critical' })
  expect(await summary()).toEqual({ unread_count: 1, has_warning: false, has_critical: true })
  const [{ id } = { id: '' }] = await list()
  expect(await setStatus([id], 'seen')).toEqual({ status: 200, body: { count: 1 } })
  expect(await summary()).toEqual({ unread_count: 0, has_warning: false, has_critical: false })
  expect(await list()).toMatchObject([{ id, status: 'seen' }])
  await setStatus([id], 'archived')
  expect(await list()).toEqual([])
  expect(await list({ status: 'archived' })).toMatchObject([{ id, status: 'archived' }])
  await setStatus([id], 'seen')
  expect(await list()).toMatchObject([{ id, status: 'seen' }])
})

test('archiving all empties the inbox', async () => {
  for (const title of ['One', 'Two']) await send({ title })
  expect(await owner.call(archiveAllNotifications)).toEqual({ status: 200, body: { count: 2 } })
  expect(await titles()).toEqual([])
  expect(await titles({ status: 'archived' })).toEqual(['Two', 'One'])
  expect(await owner.call(archiveAllNotifications)).toEqual({ status: 200, body: { count: 0 } })
})

test('sending with the same key renews the notification until it is archived', async () => {
  await send({ title: 'First', key: 'backup' })
  await send({ title: 'Other' })
  await setStatus([(await list())[1]!.id], 'seen')
  await send({ title: 'Again', key: 'backup', priority: 'Warning' })
  expect(await list()).toMatchObject([
    { data: { title: 'Again' }, status: 'new', priority: 'Warning', meta: { occurrences: 2 } },
    { data: { title: 'Other' } },
  ])
  const [renewed] = await list()
  await setStatus([renewed!.id], 'archived')
  await send({ title: 'Fresh', key: 'backup' })
  expect(await titles()).toEqual(['Fresh', 'Other'])
  await setStatus([renewed!.id], 'seen')
  expect(await titles()).toEqual(['Fresh', 'Again', 'Other'])
})

test('two organizations may use the same key', async () => {
  const other = await anOrganization(owner, 'Other')
  await send({ title: 'Here', key: 'backup' })
  await send({ title: 'There', key: 'backup' }, owner, other)
  expect(await titles()).toEqual(['There', 'Here'])
})

test('filters by one or several statuses, priority, organization and project', async () => {
  const other = await anOrganization(owner, 'Other')
  const { ref } = await aProject(owner, organization)
  await send({ title: 'Info' })
  await send({ title: 'Warning', priority: 'Warning', project_ref: ref })
  await send({ title: 'Critical', priority: 'Critical' }, owner, other)
  const [critical] = await list()
  await setStatus([critical!.id], 'archived')
  expect(await titles({ status: 'new' })).toEqual(['Warning', 'Info'])
  expect(await titles({ status: 'new,archived' })).toEqual(['Critical', 'Warning', 'Info'])
  expect(await titles({ status: ['seen', 'archived'] })).toEqual(['Critical'])
  expect(await titles({ priority: 'Warning,Critical' })).toEqual(['Warning'])
  expect(await titles({ status: 'archived', priority: 'Critical' })).toEqual(['Critical'])
  expect(await titles({ org_slug: organization.slug })).toEqual(['Warning', 'Info'])
  expect(await titles({ org_slug: 'no-such-organization' })).toEqual([])
  expect(await list({ project_ref: ref })).toMatchObject([
    { data: { title: 'Warning', project_ref: ref }, meta: { project_name: 'Shop' } },
  ])
})

test('lists pages of ten, newest first', async () => {
  for (let number = 1; number <= 12; number++) await send({ title: `${number}` })
  expect(await titles()).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
  expect(await titles({ offset: 10 })).toEqual(['2', '1'])
})

test("another user's notifications can be neither read nor changed", async () => {
  const stranger = await signUp(fixture)
  await send({})
  const [{ id } = { id: '' }] = await list()
  for (const foreign of [id, randomUUID()])
    expect(
      await stranger.call(updateNotifications, { body: [{ id: foreign, status: 'archived' }] }),
    ).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await list()).toMatchObject([{ id, status: 'new' }])
})

test('unknown ids do not prevent the others from being changed', async () => {
  await send({})
  const [{ id } = { id: '' }] = await list()
  expect((await setStatus([randomUUID(), id], 'seen')).body).toEqual({ count: 1 })
})

test('the last of several changes to one id wins', async () => {
  await send({})
  const [{ id } = { id: '' }] = await list()
  const { body } = await owner.call(updateNotifications, {
    body: [
      { id, status: 'archived' },
      { id, status: 'seen' },
    ],
  })
  expect(body).toEqual({ count: 1 })
  expect(await list()).toMatchObject([{ id, status: 'seen' }])
})

test('an open dashboard receives summaries in the order of the changes', async () => {
  const unread: number[] = []
  const unsubscribe = fixture.bus.subscribe((_audience, event: PlatformEvent) => {
    if (event.type === 'notification_summary') unread.push(event.summary.unread_count)
  })
  await send({ title: 'One' })
  await send({ title: 'Two' })
  await owner.call(archiveAllNotifications)
  await waitFor(() => unread.length === 3)
  unsubscribe()
  expect(unread.at(-1)).toBe(0)
})

test.each([
  [{ title: '' }, 'at least 1 character'],
  [{ title: 'x'.repeat(10_000) }, 'at most 120'],
  [{ message: 'x'.repeat(10_000) }, 'at most 2000'],
  [{ message: 'a\u0000b' }, 'not valid text'],
  [{ priority: 'Loud' }, 'priority'],
  [{ project_ref: '../etc' }, 'project'],
  [{ actions: [{ label: 'Go', url: 'javascript:alert(1)' }] }, 'actions'],
  [{ actions: [{ label: 'Go', url: '//example.com' }] }, 'actions'],
  [{ actions: [{ label: 'Go' }] }, 'actions'],
  [{ actions: [{ label: 'Go', action_type: 'restore_project' }] }, 'project_ref'],
  [{ actions: Array.from({ length: 4 }, () => ({ label: 'Go', url: '/' })) }, 'At most 3'],
  [{ recipients: ['somebody'] }, 'recipients'],
])('a notification with %.40j is refused with a readable message', async (body, words) => {
  expect(await send(body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(words) },
  })
  expect(await list()).toEqual([])
})

test('a project of another organization is not found', async () => {
  const stranger = await signUp(fixture)
  const { ref } = await aProject(stranger, await anOrganization(stranger))
  expect(await send({ project_ref: ref })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  [[], 'at least one'],
  [[{ id: 'x', status: 'seen' }], 'id'],
  [[{ id: randomUUID(), status: 'gone' }], 'status'],
  [Array.from({ length: 1001 }, () => ({ id: randomUUID(), status: 'seen' })), 'at most 1000'],
])('the change %.40j is refused with a readable message', async (body, words) => {
  expect(await owner.call(updateNotifications, { body })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(words) },
  })
})
