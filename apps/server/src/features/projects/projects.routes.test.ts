import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { deleteOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import {
  deleteProject,
  getProject,
  listOrganizationProjects,
  listProjects,
  pauseProject,
  restartProject,
  restoreProject,
  updateProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const query = (ref: string, sql: string) => owner.call(runQuery, { params: { ref }, body: { query: sql } })

test('a project comes up, is paused, restored, restarted with its data, and deleted', async () => {
  const { ref, status } = await aProject(owner, organization)
  expect(status).toBe('COMING_UP')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await query(ref, 'create table kept (id int); insert into kept values (1)')

  expect((await owner.call(pauseProject, { params: { ref } })).body).toMatchObject({
    status: 'PAUSING',
  })
  await reaches(owner, ref, 'INACTIVE')
  expect((await query(ref, 'select 1')).body).toMatchObject({ code: 'instance_unavailable' })

  expect((await owner.call(restoreProject, { params: { ref } })).body).toMatchObject({
    status: 'RESTORING',
  })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect((await query(ref, 'select id from kept')).body).toEqual([{ id: 1 }])

  expect((await owner.call(restartProject, { params: { ref } })).body).toMatchObject({
    status: 'RESTARTING',
  })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect((await query(ref, 'select id from kept')).body).toEqual([{ id: 1 }])

  expect((await owner.call(deleteProject, { params: { ref } })).body).toMatchObject({
    status: 'GOING_DOWN',
  })
  await waitFor(async () => (await owner.call(getProject, { params: { ref } })).status === 404)
  expect(await fixture.engine.exists(ref)).toBe(false)
})

test('a project lists its databases, and their address once it is up', async () => {
  const { ref, created_at, db_pass } = await aProject(owner, organization, {
    name: 'Placed',
    db_region: 'local',
  })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { body: one } = await owner.call(getProject, { params: { ref } })
  const { port } = (await fixture.engine.networkAddress(ref))!
  expect(one).toMatchObject({
    region: 'local',
    databases: [
      {
        identifier: ref,
        type: 'PRIMARY',
        region: 'local',
        status: 'ACTIVE_HEALTHY',
        infra_compute_size: 'machine',
        inserted_at: created_at,
      },
    ],
    connectionString: `postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:${port}/postgres`,
  })
  expect(JSON.stringify(one)).not.toContain(db_pass)
  const { body: mine } = await owner.call(listProjects)
  expect(mine.find((project) => project.ref === ref)).toEqual(one)
  const slug = organization.slug
  const { body: page } = await owner.call(listOrganizationProjects, {
    params: { slug },
    query: { search: ref },
  })
  expect(page.projects).toEqual([one])
})

test('a password that was left out is generated and returned once', async () => {
  const project = await aProject(owner, organization, { name: 'Generated' })
  expect(project.db_pass).toMatch(/^\w{24}$/)
  expect((await owner.call(getProject, { params: { ref: project.ref } })).body).not.toHaveProperty('db_pass')
  const chosen = await aProject(owner, organization, { name: 'Chosen', db_pass: 'k7Rw2pXqMzTd-chosen' })
  expect(chosen).not.toHaveProperty('db_pass')
})

test('every change of status is published to members only', async () => {
  const stranger = await signUp(fixture)
  const seen: PlatformEvent[] = []
  const unsubscribe = fixture.bus.subscribe((_organization, event) => seen.push(event))
  const { ref } = await aProject(owner, organization, { name: 'Watched' })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const statuses = () => [
    ...new Set(
      seen.flatMap((event) =>
        event.type === 'project' && event.project.ref === ref ? event.project.status : [],
      ),
    ),
  ]
  // Published a moment after it was written.
  await waitFor(() => statuses().length === 2)
  unsubscribe()
  expect(statuses()).toEqual(['COMING_UP', 'ACTIVE_HEALTHY'])
  expect((await stranger.call(getProject, { params: { ref } })).status).toBe(404)
})

const refused = { pause: pauseProject, restart: restartProject }

test.each([
  ['pause', 'INACTIVE'],
  ['restart', 'INACTIVE'],
] as const)('%s is refused with a reason while the project is %s', async (action, status) => {
  const { ref } = await aProject(owner, organization, { name: `No ${action}` })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  expect(await owner.call(refused[action], { params: { ref } })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining(status), details: { status } },
  })
})

test.each([
  [{ name: 'ab' }, 'at least 3'],
  [{ name: 'x'.repeat(10_000) }, 'at most 64'],
  [{ name: 'shop.prod' }, 'dot'],
  [{ db_pass: 'password1234' }, 'password'],
  [{ db_pass: 'grün-gelb-blau-kariert' }, 'English keyboard'],
  [{ db_region: 'moon-1' }, 'region local'],
  [{ size: 'xl' }, 'size'],
])('a project with %.40j is refused with a reason and leaves nothing behind', async (over, words) => {
  const count = async () => (await owner.call(listProjects)).body.length
  const before = await count()
  await expect(aProject(owner, organization, over)).rejects.toThrow(words)
  expect(await count()).toBe(before)
})

test('a project cannot be created in an organization that the caller does not belong to', async () => {
  const stranger = await signUp(fixture)
  await expect(aProject(stranger, organization)).rejects.toThrow('not_found')
})

test('an organization with projects is not deleted', async () => {
  await aProject(owner, organization, { name: 'Still here' })
  expect(await owner.call(deleteOrganization, { params: { slug: organization.slug } })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
})

test('projects are listed in pages, searched by name and ref, filtered and sorted', async () => {
  const listed = await anOrganization(owner, 'Listed')
  const projects = [
    await aProject(owner, listed, { name: 'alpha_1' }),
    await aProject(owner, listed, { name: 'Beta%2' }),
    await aProject(owner, listed, { name: 'gamma' }),
  ]
  const page = async (search: string) => {
    const query = Object.fromEntries(new URLSearchParams(search))
    return (await owner.call(listOrganizationProjects, { params: { slug: listed.slug }, query })).body
  }
  const names = async (search: string) => (await page(search)).projects.map(({ name }) => name)
  expect(await names('')).toEqual(['alpha_1', 'Beta%2', 'gamma'])
  expect(await names('sort=name_desc')).toEqual(['gamma', 'Beta%2', 'alpha_1'])
  expect(await names('sort=created_desc')).toEqual(['gamma', 'Beta%2', 'alpha_1'])
  expect(await names('search=BETA')).toEqual(['Beta%2'])
  expect(await names('search=%25')).toEqual(['Beta%2'])
  expect(await names('search=_')).toEqual(['alpha_1'])
  expect(await names(`search=${projects[2]!.ref.slice(0, 12)}`)).toEqual(['gamma'])
  expect((await page('limit=2&offset=2')).pagination).toEqual({ count: 3, limit: 2, offset: 2 })
  for (const { ref } of projects) await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await names('statuses=ACTIVE_HEALTHY,INACTIVE')).toHaveLength(3)
  expect(await names('statuses=INACTIVE')).toEqual([])
  expect(
    await owner.call(listOrganizationProjects, { params: { slug: listed.slug }, query: { limit: 1000 } }),
  ).toMatchObject({ status: 400 })
})

test('renaming follows the same rules as creation', async () => {
  const { ref } = await aProject(owner, organization, { name: 'Rename me' })
  expect(
    (await owner.call(updateProject, { params: { ref }, body: { name: 'Renamed' } })).body,
  ).toMatchObject({
    name: 'Renamed',
  })
  expect((await owner.call(updateProject, { params: { ref }, body: { name: 'a.b.c' } })).status).toBe(400)
})
