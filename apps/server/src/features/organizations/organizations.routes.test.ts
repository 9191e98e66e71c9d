import { aiOptInTags } from '@basalt/contract/ai/ai-level.rules.ts'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp({
    BASALT_DEFAULT_PLAN: 'team',
    BASALT_DISABLED_FEATURES: 'ai:opt_in_level_schema_and_log_and_data',
  })
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('a new organization belongs to its creator and has the default plan', async () => {
  const organization = await anOrganization(owner, '  Acme GmbH ')
  expect(organization).toMatchObject({
    name: 'Acme GmbH',
    slug: expect.stringMatching(/^acme-gmbh-/),
    plan: { id: 'team', name: 'Team' },
  })
  expect(await owner.call(getOrganization, { params: { slug: organization.slug } })).toEqual({
    status: 200,
    body: organization,
  })
  const { body } = await owner.call(listOrganizations)
  expect(body).toContainEqual(organization)
})

test('two teams may choose the same name without noticing each other', async () => {
  const stranger = await signUp(fixture)
  const [one, two] = [await anOrganization(owner, 'Same'), await anOrganization(stranger, 'Same')]
  expect(one.slug).not.toBe(two.slug)
  expect((await stranger.call(listOrganizations)).body).toEqual([two])
})

test('renaming keeps the slug', async () => {
  const { slug } = await anOrganization(owner, 'Before')
  const { body } = await owner.call(updateOrganization, { params: { slug }, body: { name: 'After' } })
  expect(body).toMatchObject({ slug, name: 'After' })
})

test('an empty organization can be deleted', async () => {
  const { slug } = await anOrganization(owner, 'Gone')
  expect((await owner.call(deleteOrganization, { params: { slug } })).status).toBe(200)
  expect((await owner.call(getOrganization, { params: { slug } })).status).toBe(404)
})

test.each([
  [{ name: '' }, 'at least 1 character'],
  [{ name: 'x'.repeat(10_000) }, 'at most 64 characters'],
  [{ name: 'a\u0000b' }, 'not valid text'],
  [{ name: 7 }, 'name'],
  [{ name: 'Acme', plan: 'enterprise' }, 'plan'],
  [[], 'expected object'],
])('an organization of %.40j is refused with a reason', async (body, words) => {
  const reply = await owner.call(createOrganization, { body: body })
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(words) },
  })
})

test('a name in any script is stored unchanged', async () => {
  const name = 'Бასალტ 玄武岩 🪨 "quoted"; drop table users; --'
  expect((await anOrganization(owner, name)).name).toBe(name)
})

test('creating organizations can be disabled', async () => {
  await using closed = await openApp({ BASALT_DISABLED_FEATURES: 'organizations:create' })
  const person = await signUp(closed)
  expect(await person.call(createOrganization, { body: { name: 'Acme' } })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})

test('a new organization shares its schema with AI; other levels are available as far as the installation allows', async () => {
  const { slug, opt_in_tags } = await anOrganization(owner)
  expect(opt_in_tags).toEqual(['AI_SQL_GENERATOR_OPT_IN'])
  const choose = (tags: string[]) =>
    owner.call(updateOrganization, { params: { slug }, body: { opt_in_tags: tags } })
  for (const tags of [['AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'], []]) {
    expect((await choose(tags)).body).toMatchObject({ slug, opt_in_tags: tags })
    expect((await owner.call(getOrganization, { params: { slug } })).body).toMatchObject({
      opt_in_tags: tags,
    })
  }
  const everything = [...aiOptInTags]
  expect(await choose(everything)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('This installation') },
  })
  expect((await choose(['AI_MIND_READING'])).status).toBe(400)
  expect((await owner.call(updateOrganization, { params: { slug }, body: {} })).status).toBe(400)
  const { body } = await owner.call(listOrganizationAudit, { params: { slug } })
  expect(JSON.stringify(body)).toContain('AI_LOG_GENERATOR_OPT_IN')
})
