import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { listMembers, removeMember } from '@basalt/contract/members/members.endpoints.ts'
import { disableMfa, getOrganizationMfa, updateOrganizationMfa } from '@basalt/contract/mfa/mfa.endpoints.ts'
import { MFA_REQUIRED, TOTP_PERIOD_SECONDS } from '@basalt/contract/mfa/mfa.rules.ts'
import {
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import {
  createProject,
  getProject,
  listOrganizationProjects,
  listProjects,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { enrol } from '../../test/authenticator.ts'
import {
  aMember,
  anOrganization,
  aProject,
  type Person,
  personWith,
  reaches,
  signUp,
} from '../../test/people.ts'

/** The effect of an organization's MFA requirement on its members. */

let fixture: AppFixture
const clock = aClock()
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const setRequired = (person: Person, slug: string, required: boolean) =>
  person.call(updateOrganizationMfa, { params: { slug }, body: { required } })

test('a user without MFA cannot require it', async () => {
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  expect(await setRequired(owner, slug, true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await enrol(owner, clock.now)
  expect(await setRequired(owner, slug, true)).toEqual({
    status: 200,
    body: { required: true, members: 1, members_enrolled: 1 },
  })
  expect((await owner.call(getOrganization, { params: { slug } })).body.organization_requires_mfa).toBe(true)
  expect((await setRequired(owner, slug, false)).body.required).toBe(false)
  expect((await owner.call(listMembers, { params: { slug } })).body).toMatchObject([{ mfa_enabled: true }])
})

test('a member without MFA sees only the name of the organization', async () => {
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const { slug } = organization
  const project = await aProject(owner, organization)
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  const { body: token } = await owner.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, owner.email, { authorization: `Bearer ${token.token}` })
  const { app } = await enrol(owner, clock.now)
  await setRequired(owner, slug, true)
  clock.advance({ seconds: TOTP_PERIOD_SECONDS })
  expect((await owner.call(getProject, { params: { ref: project.ref } })).status).toBe(200)

  await owner.call(disableMfa, { body: { code: app.code() } })
  for (const member of [owner, script]) {
    expect((await member.call(listOrganizations)).body).toMatchObject([
      { slug, organization_requires_mfa: true },
    ])
    expect((await member.call(getOrganization, { params: { slug } })).status).toBe(200)
    expect((await member.call(listProjects)).body).toEqual([])
    const refusals = [
      await member.call(listOrganizationProjects, { params: { slug } }),
      await member.call(getOrganizationMfa, { params: { slug } }),
      await member.call(updateOrganization, { params: { slug }, body: { name: 'Mine' } }),
      await member.call(createProject, { body: { organization_slug: slug, name: 'Shop' } }),
      await member.call(getProject, { params: { ref: project.ref } }),
      await setRequired(member, slug, false),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 403,
        body: { code: 'forbidden', details: { reason: MFA_REQUIRED } },
      })
  }

  clock.advance({ seconds: TOTP_PERIOD_SECONDS })
  await enrol(owner, clock.now)
  expect((await owner.call(getProject, { params: { ref: project.ref } })).status).toBe(200)
  expect((await owner.call(listProjects)).body).toMatchObject([{ ref: project.ref }])
})

test('a locked-out member may leave but not remove others', async () => {
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  const [ann, bob] = [
    await aMember(fixture, owner, slug, { role_id: 'administrator' }),
    await aMember(fixture, owner, slug),
  ]
  await enrol(owner, clock.now)
  await setRequired(owner, slug, true)
  expect(await ann.call(removeMember, { params: { slug, id: bob.id } })).toMatchObject({
    status: 403,
    body: { details: { reason: MFA_REQUIRED } },
  })
  expect((await ann.call(removeMember, { params: { slug, id: ann.id } })).status).toBe(200)
  expect((await ann.call(getOrganization, { params: { slug } })).status).toBe(404)
})

test('a stranger cannot learn that the organization exists', async () => {
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  await enrol(owner, clock.now)
  await setRequired(owner, slug, true)
  const stranger = await signUp(fixture)
  expect((await stranger.call(getOrganizationMfa, { params: { slug } })).status).toBe(404)
  expect((await setRequired(stranger, slug, false)).status).toBe(404)
})

test('the requirement must be a boolean', async () => {
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  for (const body of [{}, { required: 'yes' }, { required: null }, { required: true, grace_days: 3 }])
    expect((await owner.call(updateOrganizationMfa, { params: { slug }, body })).status).toBe(400)
})
