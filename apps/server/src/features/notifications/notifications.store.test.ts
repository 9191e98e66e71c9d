import { getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { ARCHIVED_NOTIFICATION_DAYS } from '@basalt/contract/notifications/notifications.rules.ts'
import { WAIT_TIMEOUT_MS } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Metadata, metadataOver, openMetadataPool } from '../../platform/metadata/metadata.ts'
import { type AppFixture, newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { insertNotifications } from '../../test/many-rows.ts'
import { anOrganization, signUp } from '../../test/people.ts'
import { planOf } from '../../test/query-plan.ts'
import { notificationPage } from './notification-page.ts'
import type { Notice } from './notifications.port.ts'
import { type NotificationStore, notificationStore } from './notifications.store.ts'

const MANY = 100_000
const notice: Notice = { name: 'custom', priority: 'Info', title: 'Hello', message: '', actions: [] }

let ground: TestBase & AsyncDisposable
let fixture: AppFixture
let pool: pg.Pool
let metadata: Metadata
let store: NotificationStore
beforeAll(async () => {
  ground = await newBase()
  fixture = await openAppOn(ground)
  pool = openMetadataPool(ground.databaseUrl)
  metadata = metadataOver(pool, WAIT_TIMEOUT_MS)
  store = notificationStore(metadata)
})
afterAll(async () => {
  await pool.end()
  await fixture[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

async function aMember() {
  const person = await signUp(fixture)
  const organization = await anOrganization(person)
  return { organizationId: organization.id, userId: (await person.call(getProfile)).body.id }
}
const inbox = { limit: 10, offset: 0, status: ['new', 'seen'] } as const

test('the first page of each list is read by index among a hundred thousand rows', async () => {
  const { userId } = await aMember()
  await insertNotifications(metadata, userId, MANY)
  for (const [request, index, count] of [
    [inbox, 'notifications_inbox', 10],
    [{ ...inbox, status: ['new'] }, 'notifications_inbox', 10],
    [{ ...inbox, status: ['archived'] }, 'notifications_archive', 10],
    [{ ...inbox, priority: ['Critical'] }, 'notifications_priority', 0],
  ] as const) {
    const nodes = await planOf(notificationPage(metadata, userId, request))
    const scan = nodes.find(
      (node) =>
        String(node['Index Name']).startsWith('notifications_') &&
        node['Index Name'] !== 'notifications_pkey',
    )
    expect(scan).toMatchObject({ 'Index Name': index, 'Actual Rows': count })
    expect(scan?.['Rows Removed by Filter'] ?? 0).toBe(0)
    if (count > 0) expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  }
  const deep = await planOf(notificationPage(metadata, userId, { ...inbox, offset: MANY / 2 - 10 }))
  // Rows of skipped pages are skipped in the index; only the page itself is read.
  expect(deep.find((node) => node['Index Name'] === 'notifications_inbox')).toMatchObject({
    'Node Type': 'Index Only Scan',
  })
  expect(deep.find((node) => node['Index Name'] === 'notifications_pkey')).toMatchObject({
    'Actual Loops': 10,
  })
  expect(await store.summary(userId)).toEqual({
    unread_count: MANY / 2,
    has_warning: false,
    has_critical: false,
  })
})

test('every member is notified, and a former member keeps nothing', async () => {
  const { organizationId, userId } = await aMember()
  const { userId: colleague } = await aMember()
  await metadata
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: colleague, role: 'owner' })
    .execute()
  expect((await store.notifyMembers(organizationId, notice)).sort()).toEqual([userId, colleague].sort())
  await store.notifyUser(colleague, { ...notice, title: 'Yours' })
  expect(await store.page(colleague, inbox)).toHaveLength(2)
  await metadata
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', colleague)
    .execute()
  expect(await store.page(colleague, inbox)).toMatchObject([{ data: { title: 'Yours' } }])
  expect(await store.page(userId, inbox)).toHaveLength(1)
})

test('the same key used many times at once makes one notification', async () => {
  const { userId } = await aMember()
  await Promise.all(Array.from({ length: 20 }, () => store.notifyUser(userId, { ...notice, key: 'same' })))
  expect(await store.page(userId, inbox)).toMatchObject([{ meta: { occurrences: 20 } }])
})

test('old archived notifications are deleted when another one is archived', async () => {
  const { userId } = await aMember()
  for (const title of ['Old', 'Recent', 'Now']) await store.notifyUser(userId, { ...notice, title })
  const [now, recent, old] = await store.page(userId, inbox)
  const archive = async (id: string, daysAgo: number) => {
    await store.change(userId, [{ id, status: 'archived' }])
    await sql`update notifications set archived_at = now() - make_interval(days => ${daysAgo}) where id = ${id}`.execute(
      metadata,
    )
  }
  await archive(old!.id, ARCHIVED_NOTIFICATION_DAYS + 1)
  await archive(recent!.id, ARCHIVED_NOTIFICATION_DAYS - 1)
  await store.change(userId, [{ id: now!.id, status: 'archived' }])
  const left = await store.page(userId, { ...inbox, status: ['archived'] })
  expect(left.map(({ data }) => data.title)).toEqual(['Now', 'Recent'])
})
