import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { createProject, getProject, transferProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { createSnippet, listSnippets } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const transfer = (person: Person, ref: string, target_organization_slug: string) =>
  person.call(transferProject, { params: { ref }, body: { target_organization_slug } })

const save = (person: Person, ref: string, name: string, visibility = 'user') => {
  const id = crypto.randomUUID()
  const body = { id, name, visibility, content: { content_id: id, sql: 'select 1' } }
  return person.call(createSnippet, { params: { ref }, body })
}

test('a project moves with its running database and loses the members of its former organization', async () => {
  const [from, to] = [await anOrganization(owner, 'From'), await anOrganization(owner, 'To')]
  const left = await aMember(fixture, owner, from.slug)
  const scoped = await aMember(fixture, owner, from.slug)
  const { ref } = await aProject(owner, from)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await save(owner, ref, 'Mine')
  await save(left, ref, 'Shared by another', 'project')
  const { started } = await fixture.engine.facts(ref).then(({ startedAt }) => ({ started: startedAt }))
  const published: [unknown, PlatformEvent['type']][] = []
  const end = fixture.bus.subscribe((organization, event) => published.push([organization, event.type]))
  expect(await transfer(owner, ref, to.slug)).toMatchObject({
    status: 200,
    body: { ref, organization_slug: to.slug, status: 'ACTIVE_HEALTHY' },
  })
  end()
  expect(published).toEqual(
    expect.arrayContaining([
      [{ organizationId: from.id }, 'project_removed'],
      [{ organizationId: to.id }, 'project'],
    ]),
  )
  expect((await fixture.engine.facts(ref)).startedAt).toEqual(started)
  for (const person of [left, scoped])
    expect((await person.call(getProject, { params: { ref } })).status).toBe(404)
  const { body: snippets } = await owner.call(listSnippets, { params: { ref }, query: {} })
  expect(snippets.data.map(({ name }) => name).sort()).toEqual(['Mine', 'Shared by another'])
})

test('roles on the project alone end with its transfer', async () => {
  const [from, to] = [await anOrganization(owner, 'From'), await anOrganization(owner, 'To')]
  const { ref } = await aProject(owner, from)
  const guest = await aMember(fixture, owner, from.slug, { projects: [{ ref, role_id: 'developer' }] })
  expect((await guest.call(getProject, { params: { ref } })).status).toBe(200)
  await transfer(owner, ref, to.slug)
  expect((await guest.call(getProject, { params: { ref } })).status).toBe(404)
  await transfer(owner, ref, from.slug)
  expect((await guest.call(getProject, { params: { ref } })).status).toBe(404)
})

test('a transfer needs access to both organizations, which must differ', async () => {
  const [from, to] = [await anOrganization(owner, 'From'), await anOrganization(owner, 'To')]
  const { ref } = await aProject(owner, from)
  const stranger = await signUp(fixture)
  const foreign = await anOrganization(stranger, 'Foreign')
  expect((await transfer(owner, ref, foreign.slug)).status).toBe(404)
  expect((await transfer(stranger, ref, foreign.slug)).status).toBe(404)
  expect((await transfer(owner, ref, from.slug)).status).toBe(409)
  const developer = await aMember(fixture, owner, from.slug)
  expect((await transfer(developer, ref, to.slug)).status).toBe(403)
  const reader = await aMember(fixture, owner, to.slug, { role_id: 'read_only' })
  const mine = await anOrganization(reader, 'Mine')
  const { body: own } = await reader.call(createProject, {
    body: { organization_slug: mine.slug, name: 'Own' },
  })
  expect((await transfer(reader, own.ref, to.slug)).status).toBe(403)
  expect((await owner.call(getProject, { params: { ref } })).body.organization_slug).toBe(from.slug)
})
