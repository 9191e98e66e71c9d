import { listDatabaseSchemas } from '@basalt/contract/database-objects/schemas/schemas.endpoints.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { createSchema, listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person, signUp } from '../../test/people.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi('')
})
afterAll(() => project[Symbol.asyncDispose]())

const create = (name: string, person: Person = project.owner) =>
  person.call(createSchema, { params: { ref: project.ref }, body: { name } })
const names = async () =>
  (await project.owner.call(listSchemas, { params: { ref: project.ref }, query: {} })).body.map(
    ({ name }) => name,
  )

test.each(['shop', 'My "own" 🐘.shop', "it's", 'select', 'x'.repeat(63), 'ü'.repeat(31)])(
  'a schema named %s is created and listed',
  async (name) => {
    const { status, body } = await create(name)
    expect([status, body]).toEqual([201, { id: expect.any(Number), name, owner: 'postgres', comment: null }])
    expect(await names()).toContain(name)
  },
)

test('schemas come page by page, public first, and are found by a part of the name', async () => {
  await project.sql(
    `do $$ begin for n in 1 .. 210 loop execute format('create schema %I', 'Many ' || n); end loop; end $$`,
  )
  const page = async (query: { search?: string; cursor?: string }, person: Person = project.owner) =>
    (await person.call(listDatabaseSchemas, { params: { ref: project.ref }, query })).body
  const first = await page({})
  const second = await page({ cursor: first.next_cursor! })
  const third = await page({ cursor: second.next_cursor! })
  const listed = [first, second, third].flatMap(({ objects }) => objects.map(({ name }) => name))
  expect([first.objects.length, second.objects.length, third.next_cursor]).toEqual([100, 100, null])
  expect(first.objects[0]).toEqual({ id: expect.any(Number), name: 'public', owner: expect.any(String) })
  expect([listed.length, listed.toSorted()]).toEqual([first.count, (await names()).toSorted()])
  expect((await page({ search: 'many 21' })).objects.map(({ name }) => name)).toEqual(['Many 21', 'Many 210'])
  expect(await page({ search: "'; drop schema shop; --" })).toEqual({
    objects: [],
    count: 0,
    next_cursor: null,
  })
})

test('a name that is taken is refused beside its field', async () => {
  await create('taken')
  const message = 'There is a schema named taken already.'
  expect(await create('taken')).toMatchObject({
    status: 409,
    body: { code: 'conflict', message, details: { issues: [{ path: 'name', message }] } },
  })
})

test.each(['', 'pg_mine', 'x'.repeat(64), 'ü'.repeat(32), ' shop', 'a\0b'])(
  'the name %j is refused',
  async (name) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  },
)

test('a schema that another transaction is creating says so', async () => {
  const other = await project.connect()
  try {
    await other.query('begin; create schema pending')
    expect(await create('pending')).toMatchObject({
      status: 409,
      body: { message: 'Another transaction is creating this schema. Try again once it has ended.' },
    })
  } finally {
    await other.end()
  }
  expect(await names()).not.toContain('pending')
})

test('a read-only member creates none, and a stranger learns nothing', async () => {
  const { organization_slug: slug } = (await project.owner.call(getProject, { params: { ref: project.ref } }))
    .body
  const reader = await aMember(project, project.owner, slug, { role_id: 'read_only' })
  expect((await create('theirs', reader)).status).toBe(403)
  expect((await create('theirs', await signUp(project))).status).toBe(404)
  expect(await names()).not.toContain('theirs')
})
