import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import {
  exportAccountAuditCsv,
  exportAccountAuditLines,
  exportOrganizationAuditCsv,
  exportOrganizationAuditLines,
  listAccountAudit,
  listOrganizationAudit,
} from '@basalt/contract/audit/audit.endpoints.ts'
import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import {
  deleteOrganization,
  updateOrganization,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, updateProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, personWith, signUp } from '../../test/people.ts'

const clock = aClock()
let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const pageOf = async (person: Person, slug: string, query = {}) =>
  (await person.call(listOrganizationAudit, { params: { slug }, query })).body
const titles = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action.title)
const rename = (person: Person, slug: string, name: unknown) =>
  person.call(updateOrganization, { params: { slug }, body: { name } })

test('an entry says who did what, where, when and with which outcome', async () => {
  const { slug, name } = await anOrganization(owner)
  const { body: token } = await owner.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, owner.email, {
    authorization: `Bearer ${token.token}`,
    'user-agent': 'curl/8',
  })
  clock.advance({ seconds: 1 })
  await rename(script, slug, 'Umbrella')
  const [entry, made] = (await pageOf(owner, slug)).entries
  expect(entry).toMatchObject({
    at: clock.now().toISOString(),
    actor: { email: owner.email, kind: 'token', token_name: 'CI' },
    action: { name: 'updateOrganization', title: 'Change an organization' },
    organization: { slug, name: 'Umbrella' },
    project: null,
    details: { slug, name: 'Umbrella' },
    address: '127.0.0.1',
    user_agent: 'curl/8',
    result: { outcome: 'succeeded', status: 200, code: null },
  })
  expect(made).toMatchObject({ action: { title: 'Create an organization' }, details: { name } })
})

test('calls that a role or the contract refuses are recorded too', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const developer = await aMember(fixture, owner, slug)
  await rename(developer, slug, 'Mine')
  await developer.call(createProject, { body: { organization_slug: slug, name: 'Shop' } })
  await rename(owner, slug, '')
  const { entries } = await pageOf(owner, slug, { result: 'refused,failed' })
  expect(
    entries.map(({ actor, action, result, details }) => [actor.email, action.name, result.code, details]),
  ).toEqual([
    // A body that the contract refuses may contain anything.
    [owner.email, 'updateOrganization', 'validation_failed', { slug }],
    [developer.email, 'createProject', 'forbidden', { organization_slug: slug, name: 'Shop' }],
    [developer.email, 'updateOrganization', 'forbidden', { slug }],
  ])
})

test('filters narrow the log, and pages follow each other without gaps or repetitions', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const admin = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  const project = await aProject(admin, organization)
  const start = clock.now().toISOString()
  clock.advance({ seconds: 60 })
  for (const name of ['One', 'Two', 'Three'])
    await admin.call(updateProject, { params: { ref: project.ref }, body: { name } })
  await rename(owner, slug, 'Umbrella')
  const { entries: all } = await pageOf(owner, slug)
  const sizes: unknown[] = []
  for (const query of [
    { user: admin.id },
    { project: project.ref },
    { action: 'updateProject' },
    { action: ['updateProject', 'updateOrganization'] },
    { from: clock.now().toISOString() },
    { to: start },
    { result: 'failed' },
    { user: admin.id, project: project.ref, action: 'createProject', result: 'succeeded', to: start },
  ])
    sizes.push((await pageOf(owner, slug, query)).entries.length)
  expect(sizes).toEqual([5, 4, 3, 4, 4, all.length - 4, 0, 1])

  const paged: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const { entries, next_cursor } = await pageOf(owner, slug, { limit: 2, cursor })
    expect(entries.length).toBeLessThanOrEqual(2)
    paged.push(...entries)
    cursor = next_cursor ?? undefined
    // Entries that are added between two pages move nothing.
    await rename(owner, slug, `Name ${paged.length}`)
  } while (cursor)
  const ids = (entries: readonly AuditEntry[]) => entries.map(({ id }) => id)
  expect(ids(paged)).toEqual(ids(all))
})

test.each([
  { cursor: 'next' },
  { cursor: '2026-99-01T00:00:00.000Z_1' },
  { user: 'me' },
  { from: 'yesterday' },
  { result: 'lucky' },
  { limit: 100_000 },
])('the query %j is refused', async (query) => {
  const { slug } = await anOrganization(owner)
  const reply = await owner.call(listOrganizationAudit, { params: { slug }, query })
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('only owners and administrators read the audit log of an organization', async () => {
  const { slug } = await anOrganization(owner)
  const statusFor = async (person: Person) =>
    Promise.all(
      [listOrganizationAudit, exportOrganizationAuditCsv, exportOrganizationAuditLines].map(
        async (endpoint) => (await person.send('GET', requestUrl(endpoint, { params: { slug } }))).status,
      ),
    )
  const admin = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  const developer = await aMember(fixture, owner, slug)
  expect(await statusFor(admin)).toEqual([200, 200, 200])
  expect(await statusFor(developer)).toEqual([403, 403, 403])
  expect(await statusFor(await signUp(fixture))).toEqual([404, 404, 404])
})

test('an account shows only its own log, and no organization that it has left', async () => {
  const { slug } = await anOrganization(owner, 'Secret name')
  const person = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  await rename(owner, slug, 'Not theirs')
  await person.send('DELETE', `/platform/organizations/${slug}/members/${person.id}`)
  const { entries } = (await person.call(listAccountAudit)).body
  expect(titles(entries)).toEqual(['Remove a member, or leave', 'Accept an invitation', 'Create an account'])
  expect(entries.map(({ organization }) => organization)).toEqual([null, null, null])
})

test('a deleted organization leaves an entry in the account that deleted it', async () => {
  const { slug } = await anOrganization(owner)
  await owner.call(deleteOrganization, { params: { slug } })
  const { entries } = (await owner.call(listAccountAudit, { query: { limit: 1 } })).body
  expect(entries).toMatchObject([{ action: { name: 'deleteOrganization' }, details: { slug } }])
})

test('an export contains exactly what the list shows', async () => {
  const { slug } = await anOrganization(owner)
  for (const name of ['=cmd()', 'Quote "me"', 'Line, and comma']) await rename(owner, slug, name)
  await rename(owner, slug, '')
  const { body: token } = await owner.call(createAccessToken, { body: { name: 'export' } })
  const download = async (endpoint: AnyEndpoint, parts: UrlParts) => {
    const reply = await fixture.app.inject({
      url: requestUrl(endpoint, parts),
      headers: { authorization: `Bearer ${token.token}` },
    })
    expect(reply.statusCode).toBe(200)
    return reply
  }
  const query = { result: 'succeeded' }
  const { entries } = await pageOf(owner, slug, query)
  expect(entries).toHaveLength(4)
  const lines = await download(exportOrganizationAuditLines, { params: { slug }, query })
  expect(lines.headers['content-disposition']).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/,
  )
  expect(linesOf(lines.body).map((line) => JSON.parse(line))).toEqual(entries)
  const csv = await download(exportOrganizationAuditCsv, {
    params: { slug },
    query: { action: 'createOrganization' },
  })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body.split('\r\n')).toHaveLength(3)
  expect(csv.body).toContain(entries.at(-1)?.request_id)

  // Exporting the log is recorded in it.
  const { entries: exports } = await pageOf(owner, slug, { limit: 2 })
  expect(titles(exports)).toEqual(['Export the audit log', 'Export the audit log'])

  const own = await download(exportAccountAuditLines, {})
  expect(linesOf(own.body).length).toBeGreaterThan(5)
  expect((await download(exportAccountAuditCsv, {})).body).toContain('Export the audit log of the account')
})

const linesOf = (text: string) => text.split('\n').filter(Boolean)
