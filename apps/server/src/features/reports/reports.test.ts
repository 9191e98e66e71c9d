import { randomUUID } from 'node:crypto'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  createReport,
  deleteReport,
  getReport,
  listReports,
  saveReport,
} from '@basalt/contract/reports/reports.endpoints.ts'
import { BLOCKS_MAX, REPORTS_MAX } from '@basalt/contract/reports/reports.rules.ts'
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

const aChart = (over: object = {}) => ({
  kind: 'chart' as const,
  id: randomUUID(),
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  chart: 'api_requests' as const,
  ...over,
})
const create = (name: string, blocks: object[] = [aChart()], person = owner, ref = project.ref) =>
  person.call(createReport, { params: { ref }, body: { name, content: { blocks: blocks as never } } })
const save = (id: string, body: object, person = owner) =>
  person.call(saveReport, { params: { ref: project.ref, id }, body: body as never })
const get = async (id: string, person = owner) =>
  (await person.call(getReport, { params: { ref: project.ref, id } })).body

test('a report is shared with the members of the project, with who saved it last', async () => {
  const developer = await aMember(fixture, owner, project.organization_slug, { role_id: 'developer' })
  const text = { ...aChart(), kind: 'text', chart: undefined, text: '# Weekly' }
  const { status, body } = await create('Weekly', [aChart(), JSON.parse(JSON.stringify(text))])
  expect([status, body]).toMatchObject([201, { type: 'report', name: 'Weekly', revision: 1 }])
  expect(await get(body.id, developer)).toEqual(body)
  const { name, description, content } = body
  const saved = await save(body.id, { name, description: 'For Mondays', content, revision: 1 }, developer)
  expect(saved.body).toMatchObject({ revision: 2, description: 'For Mondays', content })
  expect(saved.body.updated_by).not.toBe(body.updated_by)
  expect(description).toBe('')
  const { body: list } = await owner.call(listReports, { params: { ref: project.ref } })
  expect(list).toMatchObject([{ name: 'Weekly', revision: 2 }])
})

test('of two people who save the same revision, the second is told, and may replace the first', async () => {
  const { body: report } = await create('Contended')
  const { name, description } = report
  const first = await save(report.id, { name, description, content: { blocks: [] }, revision: 1 })
  expect(first.body.revision).toBe(2)
  const mine = { name: 'Mine', description, content: report.content }
  const second = await save(report.id, { ...mine, revision: 1 })
  expect(second).toMatchObject({ status: 409, body: { details: { reason: 'changed' } } })
  expect((await get(report.id)).content.blocks).toEqual([])
  expect((await save(report.id, mine)).body).toMatchObject({ revision: 3, name: 'Mine' })
})

test('names are unique in a project, ignoring case', async () => {
  await create('Taken')
  const { body: other } = await create('Free')
  const taken = { status: 409, body: { message: expect.stringContaining('already has a report called') } }
  expect(await create('TAKEN')).toMatchObject(taken)
  const { description, content } = other
  expect(await save(other.id, { name: 'taken', description, content })).toMatchObject(taken)
})

test('a deleted report is gone, and is found by no other project', async () => {
  const { body: report } = await create('Short-lived')
  const other = await aProject(owner, await anOrganization(owner))
  const remove = (ref: string) => owner.call(deleteReport, { params: { ref, id: report.id } })
  expect((await remove(other.ref)).status).toBe(404)
  expect((await remove(project.ref)).body).toMatchObject({ id: report.id })
  expect((await remove(project.ref)).status).toBe(404)
  expect((await owner.call(getReport, { params: { ref: project.ref, id: report.id } })).status).toBe(404)
  expect((await save(report.id, { name: 'x', description: '', content: { blocks: [] } })).status).toBe(404)
})

const twice = aChart()
test.each([
  ['no name', '  ', []],
  ['a block outside the grid', 'Wide', [aChart({ x: 8, w: 6 })]],
  ['an unknown chart', 'Unknown', [aChart({ chart: 'happiness' })]],
  ['an unknown kind of block', 'Kind', [aChart({ kind: 'script' })]],
  ['two blocks with one id', 'Twice', [twice, twice]],
  ['too many blocks', 'Many', Array.from({ length: BLOCKS_MAX + 1 }, () => aChart())],
])('a report with %s is refused', async (_case, name, blocks) => {
  expect(await create(name, blocks)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('a project has a limited number of reports', async () => {
  const full = await aProject(owner, await anOrganization(owner))
  for (let count = 0; count < REPORTS_MAX; count += 1) await create(`Report ${count}`, [], owner, full.ref)
  expect(await create('One more', [], owner, full.ref)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Delete one first') },
  })
})

test('a read-only member sees reports and cannot change them; a stranger finds none', async () => {
  const reader = await aMember(fixture, owner, project.organization_slug, { role_id: 'read_only' })
  const { body: report } = await create('Seen')
  expect(await get(report.id, reader)).toEqual(report)
  expect((await create('Mine', [], reader)).status).toBe(403)
  expect(
    (await save(report.id, { name: 'x', description: '', content: { blocks: [] } }, reader)).status,
  ).toBe(403)
  const stranger = await signUp(fixture)
  expect((await stranger.call(listReports, { params: { ref: project.ref } })).status).toBe(404)
})
