import { randomUUID } from 'node:crypto'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  createSnippetFolder,
  deleteSnippetFolders,
  getSnippetFolder,
  listSnippetFolders,
  renameSnippetFolder,
} from '@basalt/contract/snippets/folders.endpoints.ts'
import { createSnippet, getSnippet, updateSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'
import { pageQuery } from './snippet-page.ts'

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
const newFolder = (person: Person, name: string) =>
  person.call(createSnippetFolder, { params: params(), body: { name } })
const newSnippet = (person: Person, over: object) => {
  const id = randomUUID()
  return person.call(createSnippet, {
    params: params(),
    body: { id, name: 'Orders', content: { content_id: id, sql: 'select 1' }, ...over },
  })
}

test('a query in a folder is listed there and no longer at the top level', async () => {
  const { body: folder } = await newFolder(owner, 'Reports')
  const { body: inside } = await newSnippet(owner, { folder_id: folder.id })
  const { body: root } = await owner.call(listSnippetFolders, { params: params() })
  expect(root.data.folders).toContainEqual(folder)
  expect(root.data.contents.map(({ id }) => id)).not.toContain(inside.id)
  const open = { params: { ...params(), id: folder.id } }
  expect((await owner.call(getSnippetFolder, open)).body.data.contents).toMatchObject([{ id: inside.id }])
  expect((await colleague.call(getSnippetFolder, open)).status).toBe(404)
  expect((await colleague.call(listSnippetFolders, { params: params() })).body.data.folders).toEqual([])
})

test('folder names are unique for each user, ignoring case', async () => {
  const { body: folder } = await newFolder(owner, 'Twice')
  expect(await newFolder(owner, 'twice')).toMatchObject({
    status: 409,
    body: { message: 'Unable to create new folder: This folder name already exists' },
  })
  expect((await newFolder(colleague, 'Twice')).status).toBe(201)
  const { body: other } = await newFolder(owner, 'Other')
  const rename = (person: Person, id: string, name: string) =>
    person.call(renameSnippetFolder, { params: { ...params(), id }, body: { name } })
  expect(await rename(owner, other.id, 'Twice')).toMatchObject({
    status: 409,
    body: { message: 'Unable to update folder: This folder name already exists' },
  })
  expect(await rename(owner, folder.id, 'TWICE')).toMatchObject({ status: 200, body: { name: 'TWICE' } })
  expect((await rename(colleague, folder.id, 'Mine')).status).toBe(404)
})

test('sharing a query takes it out of its folder', async () => {
  const { body: folder } = await newFolder(owner, 'Private')
  const { body: snippet } = await newSnippet(owner, { folder_id: folder.id })
  const item = { params: { ...params(), id: snippet.id } }
  const shared = await owner.call(updateSnippet, { ...item, body: { visibility: 'project' } })
  expect(shared.body).toMatchObject({ visibility: 'project', folder_id: null })
  expect(await owner.call(updateSnippet, { ...item, body: { folder_id: folder.id } })).toMatchObject({
    status: 400,
    body: { message: 'Shared snippet cannot be within a folder' },
  })
  const back = await owner.call(updateSnippet, {
    ...item,
    body: { visibility: 'user', folder_id: folder.id },
  })
  expect(back.body.folder_id).toBe(folder.id)
})

test("a query cannot be moved into another user's folder", async () => {
  const { body: folder } = await newFolder(owner, 'Closed')
  const { body: snippet } = await newSnippet(colleague, {})
  const item = { params: { ...params(), id: snippet.id } }
  expect((await colleague.call(updateSnippet, { ...item, body: { folder_id: folder.id } })).status).toBe(404)
})

test('deleting a folder deletes the queries in it', async () => {
  const { body: folder } = await newFolder(owner, 'Old')
  const { body: inside } = await newSnippet(owner, { folder_id: folder.id })
  const remove = (person: Person) =>
    person.call(deleteSnippetFolders, { params: params(), query: { ids: [folder.id] } })
  expect((await remove(colleague)).status).toBe(404)
  expect((await remove(owner)).body).toEqual([{ id: folder.id }])
  expect((await owner.call(getSnippet, { params: { ...params(), id: inside.id } })).status).toBe(404)
  expect((await remove(owner)).status).toBe(404)
})

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test('with ten thousand queries a page is read through an index, and a search reads no SQL', async () => {
  const { metadata } = fixture
  const { body: first } = await newSnippet(owner, {})
  await sql`
    insert into snippets (id, project_ref, organization_id, owner_id, name, visibility, inserted_at)
    select gen_random_uuid(), project_ref, organization_id, owner_id, 'Query ' || n,
      case when n % 2 = 0 then 'user' else 'project' end, now() - make_interval(secs => n)
    from snippets, generate_series(1, 10000) n where id = ${first.id}`.execute(metadata)
  await sql`analyze snippets`.execute(metadata)
  const viewer = { ref: project.ref, userId: first.owner_id }
  const plan = async (request: Partial<Parameters<typeof pageQuery>[1]>) => {
    const query = pageQuery(viewer, { limit: 100, sortBy: 'inserted_at', order: 'desc', ...request })
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, buffers, format json) ${query}`.execute(metadata)
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
  }
  for (const sortBy of ['inserted_at', 'name'] as const)
    for (const request of [{ visibility: 'user', folderId: null }, { visibility: 'project' }] as const) {
      const scan = (await plan({ ...request, sortBy })).find((node) => node['Relation Name'] === 'snippets')
      const order = sortBy === 'name' ? 'name' : 'created'
      expect(scan).toMatchObject({
        'Index Name': `snippets_${request.visibility === 'user' ? 'private' : 'shared'}_${order}`,
        'Actual Rows': 101,
      })
    }
  const search = await plan({ name: 'ery 999' })
  expect(search.map((node) => node['Relation Name'])).not.toContain('snippet_contents')
  expect(search.map((node) => node['Index Name'])).toContain('snippets_name_part')
  const read = (search[0]!['Shared Hit Blocks'] as number) + (search[0]!['Shared Read Blocks'] as number)
  expect(read).toBeLessThan(15_000)
})
