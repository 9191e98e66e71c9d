import {
  acceptInvitation,
  createInvitations,
  deleteInvitation,
  getInvitation,
  listInvitations,
  listMembers,
  renewInvitation,
} from '@basalt/contract/members/members.endpoints.ts'
import { RENEWALS_MAX } from '@basalt/contract/members/members.rules.ts'
import { deleteProject, listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import {
  acceptWith,
  aMember,
  anOrganization,
  aProject,
  invitationOf,
  invite,
  type Person,
  reaches,
  signUp,
} from '../../test/people.ts'
import { openSmtpServer } from '../../test/smtp-server.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const open = async (slug: string, person = owner) =>
  (await person.call(listInvitations, { params: { slug } })).body
const preview = (person: Person, link: string) => person.call(getInvitation, { params: invitationOf(link) })

test('an invited person sees the offer and joins, and the link works only once', async () => {
  const { slug, name } = await anOrganization(owner, 'Acme')
  const ann = await signUp(fixture)
  const link = await invite(owner, slug, { emails: [ann.email.toUpperCase()], role_id: 'read_only' })
  expect(link).toMatch(/^http:\/\/localhost:80\/join\?token=[\w-]{43}&slug=acme-/)
  expect((await preview(ann, link)).body).toMatchObject({
    organization_name: name,
    email: ann.email,
    email_match: true,
    role_id: 'read_only',
    project_names: null,
    invited_by: owner.email,
  })
  expect(await acceptWith(ann, link)).toMatchObject({ status: 200, body: { slug, name } })
  const { body: members } = await ann.call(listMembers, { params: { slug } })
  expect(members.find(({ email }) => email === ann.email)?.role_id).toBe('read_only')
  expect(await open(slug)).toEqual([])
  for (const again of [await acceptWith(ann, link), await preview(ann, link)])
    expect(again).toMatchObject({
      status: 410,
      body: { code: 'gone', message: expect.stringContaining('used') },
    })
})

test('a link followed several times at the same moment joins once', async () => {
  const { slug } = await anOrganization(owner)
  const ann = await signUp(fixture)
  const link = await invite(owner, slug, { emails: [ann.email] })
  const replies = await Promise.all([1, 2, 3].map(() => acceptWith(ann, link)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410])
})

test('an invitation is for its address only', async () => {
  const { slug } = await anOrganization(owner)
  const [ann, bob] = [await signUp(fixture), await signUp(fixture)]
  const link = await invite(owner, slug, { emails: [ann.email] })
  expect((await preview(bob, link)).body).toMatchObject({ email_match: false, email: ann.email })
  expect(await acceptWith(bob, link)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining(ann.email) },
  })
  expect((await acceptWith(ann, link)).status).toBe(200)
})

test('an expired link is gone, and a new invitation can replace it', async () => {
  const { slug, id } = await anOrganization(owner)
  const ann = await signUp(fixture)
  const link = await invite(owner, slug, { emails: [ann.email] })
  await fixture.metadata
    .updateTable('invitations')
    .set({ expires_at: sql<string>`now()` })
    .where('organization_id', '=', id)
    .execute()
  expect(await open(slug)).toMatchObject([{ email: ann.email, is_expired: true }])
  expect(await acceptWith(ann, link)).toMatchObject({
    status: 410,
    body: { message: expect.stringContaining('expired') },
  })
  const fresh = await invite(owner, slug, { emails: [ann.email] })
  expect((await acceptWith(ann, fresh)).status).toBe(200)
})

test('a revoked link, a wrong token and a wrong organization get the same response', async () => {
  const [{ slug }, other] = [await anOrganization(owner), await anOrganization(owner)]
  const ann = await signUp(fixture)
  const link = await invite(owner, slug, { emails: [ann.email] })
  const { token } = invitationOf(link)
  const accept = (params: { slug: string; token: string }) => ann.call(acceptInvitation, { params })
  const wrongPlace = await accept({ slug: other.slug, token })
  const wrongToken = await accept({ slug, token: `${token.slice(1)}x` })
  const id = (await open(slug))[0]!.id
  expect((await owner.call(deleteInvitation, { params: { slug: other.slug, id } })).status).toBe(404)
  expect((await owner.call(deleteInvitation, { params: { slug, id } })).status).toBe(200)
  for (const { status, body } of [wrongPlace, wrongToken, await acceptWith(ann, link)])
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('an invited person or a member cannot be invited again', async () => {
  const { slug } = await anOrganization(owner)
  const ann = await aMember(fixture, owner, slug)
  await invite(owner, slug, { emails: ['bob@example.com'] })
  const again = (emails: string[]) =>
    owner.call(createInvitations, { params: { slug }, body: { emails, role_id: 'developer' } })
  expect(await again(['carl@example.com', ann.email])).toMatchObject({
    status: 409,
    body: { message: `${ann.email} is already a member` },
  })
  expect(await again(['carl@example.com', 'Bob@Example.com'])).toMatchObject({
    status: 409,
    body: { message: 'bob@example.com is already invited' },
  })
  expect((await open(slug)).map(({ email }) => email)).toEqual(['bob@example.com'])
  expect((await again(['carl@example.com', 'dora@example.com', 'carl@example.com'])).body).toHaveLength(2)
})

test.each([
  [{ emails: [], role_id: 'developer' }],
  [{ emails: ['nobody'], role_id: 'developer' }],
  [{ emails: ['a@example.com'], role_id: 'superuser' }],
  [{ emails: ['a@example.com'], role_id: 'owner', role_scoped_projects: ['default'] }],
  [{ emails: ['a@example.com'], role_id: 'developer', role_scoped_projects: [] }],
  [{ emails: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`), role_id: 'developer' }],
])('an invitation of %.60j is refused', async (body) => {
  const { slug } = await anOrganization(owner)
  expect(await owner.call(createInvitations, { params: { slug }, body })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('an administrator can neither invite an owner nor revoke such an invitation', async () => {
  const { slug } = await anOrganization(owner)
  const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  const body = { emails: ['eve@example.com'], role_id: 'owner' }
  expect((await administrator.call(createInvitations, { params: { slug }, body })).status).toBe(403)
  await invite(owner, slug, { emails: ['eve@example.com'], role_id: 'owner' })
  const id = (await open(slug, administrator))[0]!.id
  expect((await administrator.call(deleteInvitation, { params: { slug, id } })).status).toBe(403)
})

test('an invitation to a project shows that project only, and ends when the project is deleted', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const [shop] = [await aProject(owner, organization), await aProject(owner, organization, { name: 'Blog' })]
  const [ann, bob] = [await signUp(fixture), await signUp(fixture)]
  const scope = { role_scoped_projects: [shop.ref] }
  const forAnn = await invite(owner, slug, { emails: [ann.email], ...scope })
  const forBob = await invite(owner, slug, { emails: [bob.email], ...scope })
  expect((await preview(ann, forAnn)).body.project_names).toEqual(['Shop'])
  await acceptWith(ann, forAnn)
  expect((await ann.call(listProjects)).body.map(({ ref }) => ref)).toEqual([shop.ref])

  await reaches(owner, shop.ref, 'ACTIVE_HEALTHY')
  await owner.call(deleteProject, { params: { ref: shop.ref } })
  await waitFor(async () => expect((await ann.call(listProjects)).body).toEqual([]))
  expect(await acceptWith(bob, forBob)).toMatchObject({
    status: 410,
    body: { message: expect.stringContaining('deleted') },
  })
})

const renew = async (slug: string, id: string, person = owner) =>
  person.call(renewInvitation, { params: { slug, id } })

test('a resent invitation has a new link and its full lifetime, and the old link stops working', async () => {
  const { slug, id: organizationId } = await anOrganization(owner)
  const ann = await signUp(fixture)
  const old = await invite(owner, slug, { emails: [ann.email], role_id: 'read_only' })
  await fixture.metadata
    .updateTable('invitations')
    .set({ expires_at: sql<string>`now()` })
    .where('organization_id', '=', organizationId)
    .execute()
  const id = (await open(slug))[0]!.id
  const { status, body } = await renew(slug, id)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id, role_id: 'read_only', is_expired: false, mailed: false, mail_failure: null },
  })
  expect((await acceptWith(ann, old)).status).toBe(404)
  expect((await acceptWith(ann, body.link)).status).toBe(200)
  expect((await renew(slug, id)).status).toBe(404)
})

test('resending is limited to the own organization, and to owners for the invitation of an owner', async () => {
  const [{ slug }, other] = [await anOrganization(owner), await anOrganization(owner)]
  await invite(owner, slug, { emails: ['eve@example.com'], role_id: 'owner' })
  const id = (await open(slug))[0]!.id
  const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  expect((await renew(other.slug, id)).status).toBe(404)
  expect((await renew(slug, id, administrator)).status).toBe(403)
})

describe('with a mail server', () => {
  test('invitations are mailed with their link; a mail failure is reported and keeps the invitation', async () => {
    await using server = await openSmtpServer()
    await using mailing = await openApp({
      BASALT_SMTP_URL: server.url,
      BASALT_MAIL_FROM: 'Basalt <basalt@example.com>',
    })
    const boss = await signUp(mailing)
    const { slug } = await anOrganization(boss, 'Größe & Söhne')
    const { body: created } = await boss.call(createInvitations, {
      params: { slug },
      body: { emails: ['ann@example.com', 'nobody@example.com'], role_id: 'developer' },
    })
    expect(created).toMatchObject([
      { mailed: true, mail_failure: null },
      { mailed: false, mail_failure: expect.stringContaining('No such user here') },
    ])
    expect(server.received).toMatchObject([{ from: 'basalt@example.com', to: ['ann@example.com'] }])
    expect(server.received[0]?.content).toContain(created[0]!.link)
    expect(server.received[0]?.content).toContain(boss.email)
    expect((await open(slug, boss)).map(({ email }) => email)).toEqual([
      'ann@example.com',
      'nobody@example.com',
    ])
    const again = await renew(slug, created[0]!.id, boss)
    expect(again.body.mailed).toBe(true)
    expect(server.received[1]?.content).toContain(again.body.link)
    for (let count = 1; count < RENEWALS_MAX; count++) await renew(slug, created[0]!.id, boss)
    expect(await renew(slug, created[0]!.id, boss)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: expect.stringContaining(`${RENEWALS_MAX} times`) },
    })
    expect(server.received).toHaveLength(1 + RENEWALS_MAX)
    expect((await renew(slug, created[1]!.id, boss)).status).toBe(200)
  })

  test('an unreachable mail server does not prevent inviting', async () => {
    const server = await openSmtpServer()
    await server[Symbol.asyncDispose]()
    await using mailing = await openApp({
      BASALT_SMTP_URL: server.url,
      BASALT_MAIL_FROM: 'basalt@example.com',
    })
    const boss = await signUp(mailing)
    const { slug } = await anOrganization(boss)
    const { status, body } = await boss.call(createInvitations, {
      params: { slug },
      body: { emails: ['ann@example.com'], role_id: 'developer' },
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: [
        {
          mailed: false,
          mail_failure: expect.stringContaining('could not be used'),
          link: expect.any(String),
        },
      ],
    })
  })
})
