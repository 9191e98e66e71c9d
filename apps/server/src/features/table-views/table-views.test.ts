import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  createTableView,
  deleteTableView,
  listTableViews,
  updateTableView,
} from '@basalt/contract/table-views/table-views.endpoints.ts'
import { TABLE_VIEWS_MAX } from '@basalt/contract/table-views/table-views.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
})
afterAll(() => fixture[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const list = async (table: string, person = owner) =>
  (await person.call(listTableViews, { params: params(), query: { schema: 'public', table } })).body
const create = (table: string, name: string, over: object = {}, person = owner) =>
  person.call(createTableView, {
    params: params(),
    body: { schema: 'public', table, name, filter: ['age:gt:7'], sort: ['name:asc'], ...over },
  })

test('the views of a table are shared with the members of the project, by name', async () => {
  const colleague = await aMember(fixture, owner, project.organization_slug)
  const { status, body: adults } = await create('people', 'Adults')
  expect([status, adults]).toMatchObject([201, { name: 'Adults', filter: ['age:gt:7'], sort: ['name:asc'] }])
  const { body: absent } = await create('people', 'absent', { filter: [], sort: [] }, colleague)
  await create('Odd "table" 🙂', 'Adults')
  expect(await list('people', colleague)).toEqual([absent, adults])
  expect(await list('Odd "table" 🙂')).toMatchObject([{ name: 'Adults' }])
})

test('names are unique for each table, ignoring case', async () => {
  const { body: first } = await create('orders', 'Open')
  const { body: second } = await create('orders', 'Closed')
  const taken = { status: 409, body: { message: expect.stringContaining('already has a view called') } }
  expect(await create('orders', 'OPEN')).toMatchObject(taken)
  const update = (id: string, body: object) =>
    owner.call(updateTableView, { params: { ...params(), id }, body })
  expect(await update(second.id, { name: 'open' })).toMatchObject(taken)
  expect(await update(first.id, { name: 'OPEN' })).toMatchObject({ status: 200, body: { name: 'OPEN' } })
  expect(await update(first.id, { filter: ['id:eq:1'] })).toMatchObject({
    body: { name: 'OPEN', filter: ['id:eq:1'], sort: ['name:asc'] },
  })
  expect((await update(first.id, {})).status).toBe(400)
})

test('a deleted view is gone, and is found by no other project', async () => {
  const { body: view } = await create('parts', 'All')
  const other = await aProject(owner, await anOrganization(owner))
  const remove = (ref: string) => owner.call(deleteTableView, { params: { ref, id: view.id } })
  expect((await remove(other.ref)).status).toBe(404)
  expect(await remove(project.ref)).toMatchObject({ status: 200, body: { id: view.id } })
  expect((await remove(project.ref)).status).toBe(404)
  const update = { params: { ...params(), id: view.id }, body: { name: 'All' } }
  expect((await owner.call(updateTableView, update)).status).toBe(404)
  expect(await list('parts')).toEqual([])
})

test.each([
  ['an empty name', { name: '  ' }],
  ['a long name', { name: 'x'.repeat(101) }],
  ['too many rules', { filter: Array.from({ length: 201 }, () => 'a:eq:1') }],
  ['a rule that is no text', { sort: [1] }],
  ['an unknown field', { owner: 'me' }],
])('a view with %s is refused', async (_what, over) => {
  expect(await create('bad', 'View', over)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('a table has a limited number of views', async () => {
  for (let count = 0; count < TABLE_VIEWS_MAX; count += 1) await create('many', `View ${count}`)
  expect(await create('many', 'One more')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Delete one first') },
  })
})

test('a read-only member sees views and cannot change them', async () => {
  const reader = await aMember(fixture, owner, project.organization_slug, { role_id: 'read_only' })
  const { body: view } = await create('seen', 'All')
  expect(await list('seen', reader)).toEqual([view])
  expect((await create('seen', 'Mine', {}, reader)).status).toBe(403)
  const stranger = await signUp(fixture)
  const query = { schema: 'public', table: 'seen' }
  expect((await stranger.call(listTableViews, { params: params(), query })).status).toBe(404)
})
