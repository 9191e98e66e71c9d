import { randomUUID } from 'node:crypto'
import { removeMember } from '@basalt/contract/members/members.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  countSnippets,
  createSnippet,
  deleteSnippets,
  getSnippet,
  getSnippetRevision,
  listSnippetRevisions,
  listSnippets,
  nameSnippets,
  restoreSnippetRevision,
  saveSnippet,
  updateSnippet,
} from '@basalt/contract/snippets/snippets.endpoints.ts'
import {
  NAMES_PER_REQUEST_MAX,
  SNIPPET_BYTES_MAX,
  SNIPPET_PREVIEW_MAX,
} from '@basalt/contract/snippets/snippets.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let colleague: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
  colleague = await aMember(fixture, owner, project.organization_slug)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const item = (id: string) => ({ params: { ...params(), id } })
const bodyOf = (id: string, sql: string, over: object = {}) => ({
  id,
  name: 'Orders',
  content: { content_id: id, sql },
  ...over,
})
const save = (person: Person, id: string, sql: string, over: object = {}) =>
  person.call(saveSnippet, { params: params(), body: bodyOf(id, sql, over) })
const newSnippet = async (person: Person, over: object = {}, sql = 'select 1') => {
  const { status, body } = await person.call(createSnippet, {
    params: params(),
    body: bodyOf(randomUUID(), sql, over),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

test('a saved query is returned character for character', async () => {
  const sql = 'select \'ü€😀\u2028\' as "x";\r\n\t-- end \\ "\n'
  const { id } = await newSnippet(owner, {}, sql)
  const { body } = await owner.call(getSnippet, item(id))
  expect(body.content.sql).toBe(sql)
  expect(body).toMatchObject({
    name: 'Orders',
    visibility: 'user',
    revision: 1,
    folder_id: null,
    type: 'sql',
  })
  expect(body.owner).toEqual({ id: body.owner_id, email: owner.email })
})

test('creating a query twice creates it once, and nobody else can use its id', async () => {
  const id = randomUUID()
  const body = bodyOf(id, 'select 1')
  const both = await Promise.all([1, 2].map(() => owner.call(createSnippet, { params: params(), body })))
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await owner.call(createSnippet, { params: params(), body: bodyOf(id, 'select 2') })).status).toBe(
    409,
  )
  expect((await colleague.call(createSnippet, { params: params(), body })).status).toBe(409)
})

test('saving creates a missing query and increments the revision of an existing one', async () => {
  const id = randomUUID()
  expect(await save(owner, id, 'a', { revision: 0 })).toMatchObject({ status: 200, body: { revision: 1 } })
  expect(await save(owner, id, 'ab', { revision: 1 })).toMatchObject({ body: { revision: 2 } })
  expect(await save(owner, id, 'ab', { revision: 2 })).toMatchObject({ body: { revision: 2 } })
})

test('a save based on an old revision is refused with the current text', async () => {
  const { id } = await newSnippet(owner)
  await save(owner, id, 'select 2', { revision: 1 })
  const refused = await save(owner, id, 'select 3', { revision: 1 })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      details: { reason: 'revision_conflict', current: { revision: 2, content: { sql: 'select 2' } } },
    },
  })
  expect((await owner.call(getSnippet, item(id))).body.content.sql).toBe('select 2')
})

test('of several saves at the same time one succeeds and the others conflict', async () => {
  const { id } = await newSnippet(owner)
  const texts = Array.from({ length: 8 }, (_, n) => `select ${n + 10}`)
  const replies = await Promise.all(texts.map((sql) => save(owner, id, sql, { revision: 1 })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('repeating a save whose response was lost causes no conflict', async () => {
  const { id } = await newSnippet(owner)
  const [first, second] = [randomUUID(), randomUUID()]
  await save(owner, id, 'select 2', { revision: 1, save_id: first })
  const again = await save(owner, id, 'select 2', { revision: 1, save_id: first })
  expect(again).toMatchObject({ status: 200, body: { revision: 2 } })
  const further = await save(owner, id, 'select 23', { revision: 1, save_id: second, own_saves: [first] })
  expect(further).toMatchObject({ status: 200, body: { revision: 3, content: { sql: 'select 23' } } })
  expect((await save(owner, id, 'select 2', { revision: 1, save_id: first })).status).toBe(409)
})

test('a save from another tab does not bring a deleted query back', async () => {
  const { id } = await newSnippet(owner)
  await owner.call(deleteSnippets, { params: params(), query: { ids: [id] } })
  expect(await save(owner, id, 'select 2', { revision: 1 })).toMatchObject({
    status: 410,
    body: { code: 'gone' },
  })
  expect((await save(owner, id, 'select 2', { revision: 0 })).status).toBe(200)
})

test('a text replaced without a revision stays in the history and can be restored', async () => {
  const { id } = await newSnippet(owner, {}, 'select first')
  await save(owner, id, 'select second')
  const { body: revisions } = await owner.call(listSnippetRevisions, item(id))
  expect(revisions).toEqual([{ revision: 1, saved_by: owner.email, saved_at: expect.any(String), bytes: 12 }])
  const revision = { params: { ...params(), id, revision: '1' } }
  expect((await owner.call(getSnippetRevision, revision)).body.sql).toBe('select first')
  const restored = await owner.call(restoreSnippetRevision, { ...item(id), body: { revision: 1 } })
  expect(restored.body).toMatchObject({ revision: 3, content: { sql: 'select first' } })
  const { body: stored } = await owner.call(listSnippetRevisions, item(id))
  expect(stored.map((one) => one.revision)).toEqual([2, 1])
  const missing = { params: { ...params(), id, revision: '9' } }
  expect((await owner.call(getSnippetRevision, missing)).status).toBe(404)
  expect((await owner.call(restoreSnippetRevision, { ...item(id), body: { revision: 9 } })).status).toBe(404)
})

test('a text replaced on purpose stays in the history', async () => {
  const { id } = await newSnippet(owner, {}, 'select theirs')
  await save(owner, id, 'select mine', { revision: 1, keep_replaced: true })
  const { body: revisions } = await owner.call(listSnippetRevisions, item(id))
  expect(revisions).toMatchObject([{ revision: 1, bytes: 13 }])
})

test('only its owner can see a private query', async () => {
  const { id } = await newSnippet(owner)
  const name = 'Mine'
  expect((await colleague.call(getSnippet, item(id))).status).toBe(404)
  expect((await colleague.call(listSnippetRevisions, item(id))).status).toBe(404)
  expect((await colleague.call(updateSnippet, { ...item(id), body: { name } })).status).toBe(404)
  expect((await colleague.call(restoreSnippetRevision, { ...item(id), body: { revision: 1 } })).status).toBe(
    404,
  )
  expect((await save(colleague, id, 'select 2')).status).toBe(404)
  expect((await colleague.call(deleteSnippets, { params: params(), query: { ids: [id] } })).status).toBe(404)
})

test('a chart is stored with the query without changing its text', async () => {
  const { id } = await newSnippet(owner)
  const body = { chart: { type: 'line' as const, xKey: 'day', yKey: 'orders', cumulative: true } }
  const drawn = await owner.call(updateSnippet, { ...item(id), body })
  expect(drawn.body.content.chart).toMatchObject({ ...body.chart, showLabels: false, logScale: false })
  expect(drawn.body.revision).toBe(1)
  await save(owner, id, 'select 2', { revision: 1 })
  expect((await owner.call(getSnippet, item(id))).body.content).toMatchObject({
    sql: 'select 2',
    chart: { type: 'line' },
  })
  await owner.call(updateSnippet, { ...item(id), body: { visibility: 'project' } })
  expect((await colleague.call(updateSnippet, { ...item(id), body })).status).toBe(403)
})

test('all members read a shared query and mark it as their favorite, and its owner and administrators change it', async () => {
  const { id } = await newSnippet(owner)
  await owner.call(updateSnippet, { ...item(id), body: { visibility: 'project' } })
  expect((await colleague.call(getSnippet, item(id))).status).toBe(200)
  const marked = await colleague.call(updateSnippet, { ...item(id), body: { favorite: true } })
  expect(marked.body).toMatchObject({ favorite: true, content: { favorite: true } })
  expect((await owner.call(getSnippet, item(id))).body.favorite).toBe(false)
  expect((await colleague.call(updateSnippet, { ...item(id), body: { name: 'Ours' } })).status).toBe(403)
  expect((await save(colleague, id, 'select 2', { revision: 1 })).status).toBe(403)
  expect((await colleague.call(deleteSnippets, { params: params(), query: { ids: [id] } })).status).toBe(403)
  const theirs = await newSnippet(colleague, { visibility: 'project' })
  expect((await owner.call(updateSnippet, { ...item(theirs.id), body: { name: 'Ours' } })).status).toBe(200)
  // A private query would disappear from their own view.
  expect((await owner.call(updateSnippet, { ...item(theirs.id), body: { visibility: 'user' } })).status).toBe(
    403,
  )
})

test("removing a member removes the member's queries", async () => {
  const guest = await aMember(fixture, owner, project.organization_slug)
  const { id } = await newSnippet(guest, { visibility: 'project' })
  expect((await owner.call(getSnippet, item(id))).status).toBe(200)
  await owner.call(removeMember, { params: { slug: project.organization_slug, id: guest.id } })
  expect((await owner.call(getSnippet, item(id))).status).toBe(404)
})

test('lists contain a one-line preview of each text, without secrets', async () => {
  const person = await aMember(fixture, owner, project.organization_slug)
  const long = `select\n\t'${'é'.repeat(2000)}'`
  const { id } = await newSnippet(person, { name: 'long' }, long)
  await newSnippet(person, { name: 'secret' }, "alter role app password 'hunter2'")
  await newSnippet(person, { name: 'blank' }, ' \n')
  const previews = async () => {
    const { body } = await person.call(listSnippets, { params: params(), query: { visibility: 'user' } })
    return Object.fromEntries(body.data.map(({ name, preview }) => [name, preview]))
  }
  const start = `select '${'é'.repeat(SNIPPET_PREVIEW_MAX - 8)}`
  expect(await previews()).toEqual({ long: start, secret: "alter role app password '…'", blank: '' })
  const saved = await save(person, id, 'select 2', { name: 'long', revision: 1 })
  expect(saved.body).toMatchObject({ preview: 'select 2' })
  expect((await previews()).long).toBe('select 2')
})

test('lists are paginated in either order, and counts match them', async () => {
  const person = await aMember(fixture, owner, project.organization_slug)
  const names = ['Delta', 'alpha', 'Charlie', '100% %', 'Bravo']
  for (const name of names) await newSnippet(person, { name, favorite: name === 'Bravo' })
  const pages = async (query: object) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { status, body } = await person.call(listSnippets, {
        params: params(),
        query: { visibility: 'user', limit: 2, ...query, cursor },
      })
      expect(status, JSON.stringify(body)).toBe(200)
      seen.push(...body.data.map(({ name }) => name))
      cursor = body.cursor
    } while (cursor !== undefined)
    return seen
  }
  expect(await pages({})).toEqual([...names].reverse())
  expect(await pages({ sort_order: 'asc' })).toEqual(names)
  expect(await pages({ sort_by: 'name' })).toEqual(['100% %', 'alpha', 'Bravo', 'Charlie', 'Delta'])
  expect(await pages({ name: 'L' })).toEqual(['Charlie', 'alpha', 'Delta'])
  expect(await pages({ name: '%' })).toEqual(['100% %'])
  expect(await pages({ favorite: 'true' })).toEqual(['Bravo'])
  const { body: counts } = await person.call(countSnippets, { params: params() })
  expect(counts).toMatchObject({ private: 5, favorites: 1 })
  const { body: found } = await person.call(countSnippets, { params: params(), query: { name: 'alp' } })
  expect(found).toEqual({ private: 1, shared: 0, favorites: 0 })
})

test.each([
  ['a text with a NUL', () => bodyOf(randomUUID(), 'a\0b')],
  ['a blank name', () => bodyOf(randomUUID(), 'a', { name: ' ' })],
  ['an invalid id', () => bodyOf('nonsense', 'a')],
  [
    'a shared query in a folder',
    () => bodyOf(randomUUID(), 'a', { visibility: 'project', folder_id: randomUUID() }),
  ],
])('%s is refused', async (_what, body) => {
  for (const endpoint of [createSnippet, saveSnippet])
    expect(await owner.call(endpoint, { params: params(), body: body() })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
})

test('an invalid cursor and a deletion without ids are refused', async () => {
  const { status } = await owner.call(listSnippets, { params: params(), query: { cursor: 'nonsense' } })
  expect(status).toBe(400)
  expect((await owner.call(deleteSnippets, { params: params() })).status).toBe(400)
})

test('ten megabytes of SQL are saved, and one byte more is refused', async () => {
  const id = randomUUID()
  const sql = 'é\n'
    .repeat(SNIPPET_BYTES_MAX / 3)
    .padEnd(SNIPPET_BYTES_MAX - Math.floor(SNIPPET_BYTES_MAX / 3), ' ')
  expect(Buffer.byteLength(sql)).toBe(SNIPPET_BYTES_MAX)
  expect((await save(owner, id, sql, { revision: 0 })).status).toBe(200)
  expect((await owner.call(getSnippet, item(id))).body.content.sql === sql).toBe(true)
  expect(await save(owner, id, `${sql} `, { revision: 1 })).toMatchObject({ status: 400 })
})

test('names are returned for the queries that exist and are visible to the caller', async () => {
  const mine = await newSnippet(owner, { name: 'Mine' })
  const shared = await newSnippet(colleague, { name: 'Shared', visibility: 'project' })
  const theirs = await newSnippet(colleague, { name: 'Theirs' })
  const ids = [mine.id, shared.id, theirs.id, randomUUID()]
  const named = await owner.call(nameSnippets, { params: params(), query: { ids: ids.join(',') } })
  expect(named.body).toHaveLength(2)
  expect(named.body).toEqual(
    expect.arrayContaining([
      { id: mine.id, name: 'Mine' },
      { id: shared.id, name: 'Shared' },
    ]),
  )
  const many = Array.from({ length: NAMES_PER_REQUEST_MAX + 1 }, () => randomUUID()).join(',')
  for (const wrong of ['x', many])
    expect((await owner.call(nameSnippets, { params: params(), query: { ids: wrong } })).status).toBe(400)
})
