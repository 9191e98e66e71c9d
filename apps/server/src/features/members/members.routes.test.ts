import { updateProfile } from '@basalt/contract/access/access.endpoints.ts'
import {
  listMembers,
  listRoles,
  removeMember,
  transferOwnership,
  updateMember,
} from '@basalt/contract/members/members.endpoints.ts'
import { getOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const team = async (person: Person, slug: string) =>
  (await person.call(listMembers, { params: { slug } })).body
const idOf = async (person: Person, slug: string) =>
  (await team(person, slug)).find(({ email }) => email === person.email)!.user_id
const rolesOf = async (slug: string, person = owner) =>
  Object.fromEntries((await team(person, slug)).map(({ email, role_id }) => [email, role_id]))

test('lists the team with roles', async () => {
  const { slug } = await anOrganization(owner)
  const ann = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  expect(await rolesOf(slug, ann)).toEqual({ [owner.email]: 'owner', [ann.email]: 'read_only' })
  const { body } = await ann.call(listRoles, { params: { slug } })
  expect(body.org_scoped_roles.map(({ name }) => name)).toEqual([
    'Owner',
    'Administrator',
    'Developer',
    'Read-only',
  ])
  expect(body.project_scoped_roles.map(({ id }) => id)).toEqual(['administrator', 'developer', 'read_only'])
})

test('members are listed with their display names', async () => {
  const { slug } = await anOrganization(owner)
  const ann = await aMember(fixture, owner, slug)
  await ann.call(updateProfile, { body: { display_name: 'Ann Lee' } })
  expect((await team(owner, slug)).find(({ email }) => email === ann.email)?.display_name).toBe('Ann Lee')
})

test('a member is limited to chosen projects, then given access to all', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const { ref } = await aProject(owner, organization)
  const { id } = await aMember(fixture, owner, slug)
  const limited = await owner.call(updateMember, {
    params: { slug, id },
    body: { projects: [{ ref, role_id: 'developer' }] },
  })
  expect(limited.body).toMatchObject({
    role_id: null,
    projects: [{ ref, name: 'Shop', role_id: 'developer' }],
  })
  const unlimited = await owner.call(updateMember, {
    params: { slug, id },
    body: { role_id: 'administrator' },
  })
  expect(unlimited.body).toMatchObject({ role_id: 'administrator', projects: [] })
})

test('roles on projects of other organizations are refused', async () => {
  const stranger = await signUp(fixture)
  const foreign = await aProject(stranger, await anOrganization(stranger))
  const { slug } = await anOrganization(owner)
  const { id } = await aMember(fixture, owner, slug)
  for (const ref of [foreign.ref, 'a'.repeat(20)])
    expect(
      await owner.call(updateMember, {
        params: { slug, id },
        body: { projects: [{ ref, role_id: 'developer' }] },
      }),
    ).toMatchObject({ status: 404, body: { message: `Project ${ref} does not exist` } })
})

test.each([
  [{ role_id: 'god' }],
  [{ role_id: null }],
  [{}],
  [{ projects: [] }],
  [{ projects: [{ ref: 'default', role_id: 'owner' }] }],
  [{ role_id: 'developer', projects: [{ ref: 'default', role_id: 'developer' }] }],
])('access %j is refused', async (body) => {
  const { slug } = await anOrganization(owner)
  const { id } = await aMember(fixture, owner, slug)
  expect(await owner.call(updateMember, { params: { slug, id }, body })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

describe('an administrator', () => {
  test('can give every role except owner', async () => {
    const { slug } = await anOrganization(owner)
    const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
    const { id } = await aMember(fixture, owner, slug)
    const give = (role_id: string, to = id) =>
      administrator.call(updateMember, { params: { slug, id: to }, body: { role_id } })
    expect((await give('administrator')).status).toBe(200)
    expect(await give('owner')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await give('owner', administrator.id)).status).toBe(403)
  })

  test('can neither remove nor demote an owner, even one of several', async () => {
    const { slug } = await anOrganization(owner)
    const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
    const { id } = await aMember(fixture, owner, slug, { role_id: 'owner' })
    const params = { slug, id }
    expect((await administrator.call(removeMember, { params })).status).toBe(403)
    expect((await administrator.call(updateMember, { params, body: { role_id: 'developer' } })).status).toBe(
      403,
    )
  })
})

test('a removed member can no longer see the organization', async () => {
  const { slug } = await anOrganization(owner)
  const removed = await aMember(fixture, owner, slug)
  expect((await owner.call(removeMember, { params: { slug, id: removed.id } })).status).toBe(200)
  expect((await removed.call(getOrganization, { params: { slug } })).status).toBe(404)
  expect((await owner.call(removeMember, { params: { slug, id: removed.id } })).status).toBe(404)
})

test('every member can leave, and only managers can remove others', async () => {
  const { slug } = await anOrganization(owner)
  const [one, two] = [await aMember(fixture, owner, slug), await aMember(fixture, owner, slug)]
  expect(await one.call(removeMember, { params: { slug, id: two.id } })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('remove members') },
  })
  expect((await one.call(removeMember, { params: { slug, id: one.id } })).status).toBe(200)
  expect(Object.keys(await rolesOf(slug))).not.toContain(one.email)
})

describe('the last owner', () => {
  const refused = { status: 409, body: { message: expect.stringContaining('at least one owner') } }

  test('can neither leave nor change role', async () => {
    const { slug } = await anOrganization(owner)
    const params = { slug, id: await idOf(owner, slug) }
    expect(await owner.call(removeMember, { params })).toMatchObject(refused)
    expect(await owner.call(updateMember, { params, body: { role_id: 'developer' } })).toMatchObject(refused)
    expect((await owner.call(updateMember, { params, body: { role_id: 'owner' } })).status).toBe(200)
  })

  test('remains when all owners leave at the same moment', async () => {
    const { slug } = await anOrganization(owner)
    const others = [
      await aMember(fixture, owner, slug, { role_id: 'owner' }),
      await aMember(fixture, owner, slug, { role_id: 'owner' }),
    ]
    const everybody = [{ ...owner, id: await idOf(owner, slug) }, ...others]
    const replies = await Promise.all(
      everybody.map((person) => person.call(removeMember, { params: { slug, id: person.id } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  })
})

test('two owners who demote each other at the same moment leave one owner', async () => {
  const { slug } = await anOrganization(owner)
  const other = await aMember(fixture, owner, slug, { role_id: 'owner' })
  const demote = (person: Person, id: string) =>
    person.call(updateMember, { params: { slug, id }, body: { role_id: 'developer' } })
  const replies = await Promise.all([demote(owner, other.id), demote(other, await idOf(owner, slug))])
  // The second one is no longer an owner, so may no longer decide about owners.
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('an owner who was demoted or removed in the meantime can no longer change anything', async () => {
  const { slug } = await anOrganization(owner)
  const [one, two, three] = [
    await aMember(fixture, owner, slug, { role_id: 'owner' }),
    await aMember(fixture, owner, slug, { role_id: 'owner' }),
    await aMember(fixture, owner, slug),
  ]
  const [first, second] = await Promise.all([
    one.call(removeMember, { params: { slug, id: two.id } }),
    two.call(removeMember, { params: { slug, id: one.id } }),
  ])
  expect([first.status, second.status].sort()).toEqual([200, 404])
  const left = first.status === 200 ? one : two
  expect((await left.call(removeMember, { params: { slug, id: three.id } })).status).toBe(200)
})

describe('a change with an expected previous access', () => {
  const change = (slug: string, id: string, body: object) =>
    owner.call(updateMember, { params: { slug, id }, body })

  test('is refused when the access has changed, and nothing is overwritten', async () => {
    const { slug } = await anOrganization(owner)
    const { id, email } = await aMember(fixture, owner, slug, { role_id: 'developer' })
    const previous = { role_id: 'developer', projects: [] }
    expect((await change(slug, id, { role_id: 'read_only', previous })).status).toBe(200)
    expect(await change(slug, id, { role_id: 'administrator', previous })).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: expect.stringContaining('has changed in the meantime'),
        details: { current: { role_id: 'read_only', projects: [] } },
      },
    })
    expect((await rolesOf(slug))[email]).toBe('read_only')
  })

  test('succeeds once when two are made at the same moment', async () => {
    const { slug } = await anOrganization(owner)
    const { id } = await aMember(fixture, owner, slug, { role_id: 'developer' })
    const previous = { role_id: 'developer', projects: [] }
    const replies = await Promise.all([
      change(slug, id, { role_id: 'read_only', previous }),
      change(slug, id, { role_id: 'administrator', previous }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('compares project roles as well', async () => {
    const organization = await anOrganization(owner)
    const { slug } = organization
    const { ref } = await aProject(owner, organization)
    const limited = { projects: [{ ref, role_id: 'developer' as const }] }
    const { id } = await aMember(fixture, owner, slug, limited)
    const stale = { role_id: null, projects: [{ ref, role_id: 'read_only' }] }
    expect((await change(slug, id, { role_id: 'developer', previous: stale })).status).toBe(409)
    const previous = { role_id: null, ...limited }
    expect((await change(slug, id, { role_id: 'developer', previous })).status).toBe(200)
  })
})

test("a member of another organization cannot be changed through one's own", async () => {
  const [{ slug }, other] = [await anOrganization(owner), await anOrganization(owner)]
  const { id } = await aMember(fixture, owner, other.slug)
  const params = { slug, id }
  expect((await owner.call(updateMember, { params, body: { role_id: 'owner' } })).status).toBe(404)
  expect((await owner.call(removeMember, { params })).status).toBe(404)
  expect((await owner.call(transferOwnership, { params: { slug }, body: { user_id: id } })).status).toBe(404)
  expect(Object.values(await rolesOf(other.slug))).toContain('developer')
})

test('ownership is transferred in one step', async () => {
  const giver = await signUp(fixture)
  const { slug } = await anOrganization(giver)
  const heir = await aMember(fixture, giver, slug)
  const give = (user_id: string) => giver.call(transferOwnership, { params: { slug }, body: { user_id } })
  expect((await give(await idOf(giver, slug))).status).toBe(409)
  expect((await give(crypto.randomUUID())).status).toBe(404)
  expect((await give(heir.id)).status).toBe(200)
  expect(await rolesOf(slug, giver)).toEqual({ [giver.email]: 'administrator', [heir.email]: 'owner' })
  expect((await give(heir.id)).status).toBe(403)
})
