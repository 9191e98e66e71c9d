import { getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { type ProjectSort, projectSorts } from '@basalt/contract/projects/projects.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { insertProjects } from '../../test/many-rows.ts'
import { anOrganization, signUp } from '../../test/people.ts'
import { planOf } from '../../test/query-plan.ts'
import { type PageRequest, projectCount, projectPage } from './project-page.ts'

const MANY = 5000
const first: PageRequest = { limit: 96, offset: 0, sort: 'name_asc', search: '' }
const indexes: Record<ProjectSort, string> = {
  name_asc: 'projects_name',
  name_desc: 'projects_name',
  created_asc: 'projects_created',
  created_desc: 'projects_created',
}

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function aMember() {
  const person = await signUp(fixture)
  const { id } = await anOrganization(person)
  return { organizationId: id, userId: (await person.call(getProfile)).body.id }
}

test('the first page of five thousand projects is read by an index in each order, and all pages list every project', async () => {
  const { metadata } = fixture
  const { organizationId: id, userId } = await aMember()
  await insertProjects(metadata, id, MANY)

  for (const sort of projectSorts) {
    const nodes = await planOf(projectPage(metadata, userId, id, { ...first, sort }))
    const scan = nodes.find((node) => node['Index Name'] === indexes[sort])
    expect(scan, sort).toMatchObject({ 'Relation Name': 'projects', 'Actual Rows': first.limit })
    expect(
      nodes.map((node) => node['Node Type']),
      sort,
    ).not.toContain('Sort')
  }

  const refs = new Set<string>()
  for (let offset = 0; offset < MANY; offset += first.limit)
    for (const { ref } of await projectPage(metadata, userId, id, { ...first, offset }).execute())
      refs.add(ref)
  expect(refs.size).toBe(MANY)
  const count = (request: PageRequest) =>
    projectCount(metadata, userId, id, request).executeTakeFirstOrThrow()
  expect(await count(first)).toEqual({ count: `${MANY}` })
  expect(await count({ ...first, statuses: ['INACTIVE'] })).toEqual({ count: '1666' })
  expect(await count({ ...first, search: 'project 4999' })).toEqual({ count: '1' })
})

test('a page holds exactly the projects that its reader may see', async () => {
  const { metadata } = fixture
  const { organizationId } = await aMember()
  await insertProjects(metadata, organizationId, 6)
  const { userId: stranger } = await aMember()
  const { userId: guest } = await aMember()
  const { userId: colleague } = await aMember()
  await sql`insert into members (organization_id, user_id, role) values
    (${organizationId}, ${guest}, null), (${organizationId}, ${colleague}, 'read_only')`.execute(metadata)
  await sql`insert into project_roles (ref, organization_id, user_id, role)
    select ref, organization_id, ${guest}::uuid, 'developer' from projects
    where organization_id = ${organizationId} and name in ('Project 1', 'Project 4')`.execute(metadata)

  const names = async (userId: string) =>
    (await projectPage(metadata, userId, organizationId, first).execute()).map(({ name }) => name)
  expect(await names(stranger)).toEqual([])
  expect(await names(guest)).toEqual(['Project 1', 'Project 4'])
  expect(await names(colleague)).toHaveLength(6)
  for (const userId of [stranger, guest, colleague]) {
    const { rows } = await sql<{ name: string }>`
      select name from projects join project_access using (ref)
      where organization_id = ${organizationId} and user_id = ${userId} order by name`.execute(metadata)
    expect(await names(userId)).toEqual(rows.map(({ name }) => name))
  }
})
