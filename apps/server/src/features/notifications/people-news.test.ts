import { removeMember, updateMember } from '@basalt/contract/members/members.endpoints.ts'
import { updateOrganizationMfa } from '@basalt/contract/mfa/mfa.endpoints.ts'
import { TOTP_PERIOD_SECONDS } from '@basalt/contract/mfa/mfa.rules.ts'
import {
  createNotification,
  getNotificationSummary,
  listNotifications,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { enrol } from '../../test/authenticator.ts'
import {
  acceptWith,
  aMember,
  anOrganization,
  aProject,
  invite,
  type Person,
  signUp,
} from '../../test/people.ts'

/** What people are told of each other, and what they are told no longer. */

let fixture: AppFixture
let owner: Person
const clock = aClock()
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
  await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await signUp(fixture)
})

const told = async (person: Person) => (await person.call(listNotifications)).body
const names = async (person: Person) => (await told(person)).map(({ name }) => name)
const unread = async (person: Person) => (await person.call(getNotificationSummary)).body.unread_count

test('who invited hears that it was accepted; other managers that somebody joined; nobody else anything', async () => {
  const { slug } = await anOrganization(owner, 'A_c*me')
  const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  const developer = await aMember(fixture, owner, slug, { role_id: 'developer' })
  const before = (await told(owner)).length
  const newcomer = await signUp(fixture)
  await acceptWith(
    newcomer,
    await invite(administrator, slug, { emails: [newcomer.email], role_id: 'read_only' }),
  )
  const [joined, ...rest] = await told(owner)
  expect(rest).toHaveLength(before)
  expect(joined).toMatchObject({
    name: 'member_joined',
    priority: 'Info',
    data: {
      title: `${newcomer.email} joined A_c*me`,
      org_slug: slug,
      message: expect.stringContaining('**Read-only** in **A\\_c\\*me**'),
      actions: [{ label: 'Open team', url: '/org/[slug]/team' }],
    },
  })
  expect((await told(administrator))[0]).toMatchObject({
    name: 'invitation_accepted',
    data: { title: `${newcomer.email} accepted your invitation` },
  })
  expect(await told(developer)).toEqual([])
  expect(await told(newcomer)).toEqual([])
})

test('joining again after having left renews what was told', async () => {
  const { slug } = await anOrganization(owner)
  const guest = await aMember(fixture, owner, slug)
  await owner.call(removeMember, { params: { slug, id: guest.id } })
  await acceptWith(guest, await invite(owner, slug, { emails: [guest.email] }))
  expect((await told(owner)).map(({ meta }) => meta.occurrences)).toEqual([2])
})

test('members without a second factor are told when it is required, once, and where to set it up', async () => {
  const { slug } = await anOrganization(owner)
  await enrol(owner, clock.now)
  const lacking = await aMember(fixture, owner, slug)
  const ask = (required: boolean) =>
    owner.call(updateOrganizationMfa, { params: { slug }, body: { required } })
  await ask(true)
  await ask(true)
  expect(await told(lacking)).toMatchObject([
    {
      name: 'mfa_required',
      priority: 'Warning',
      data: { org_slug: slug, actions: [{ url: '/account/security' }] },
      meta: { occurrences: 1 },
    },
  ])
  expect(await names(owner)).not.toContain('mfa_required')
})

test('who lacks the second factor that an organization asks for hears nothing of it but that', async () => {
  const { slug } = await anOrganization(owner)
  await enrol(owner, clock.now)
  const lacking = await aMember(fixture, owner, slug)
  const elsewhere = await anOrganization(lacking)
  const tell = (person: Person, to: string) =>
    person.call(createNotification, { params: { slug: to }, body: { title: 'Backup done' } })
  await tell(owner, slug)
  await tell(lacking, elsewhere.slug)
  expect(await unread(lacking)).toBe(2)
  await owner.call(updateOrganizationMfa, { params: { slug }, body: { required: true } })
  expect((await told(lacking)).map(({ name, data }) => [name, data.org_slug])).toEqual([
    ['mfa_required', slug],
    ['custom', elsewhere.slug],
  ])
  expect(await unread(lacking)).toBe(2)
  clock.advance({ seconds: TOTP_PERIOD_SECONDS })
  await enrol(lacking, clock.now)
  expect(await unread(lacking)).toBe(3)
})

test('who is limited to some projects loses what was told of the others', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const [shop, blog] = [await aProject(owner, organization), await aProject(owner, organization)]
  const member = await aMember(fixture, owner, slug)
  for (const project_ref of [shop.ref, blog.ref, undefined])
    await owner.call(createNotification, {
      params: { slug },
      body: { title: 'Hello', ...(project_ref && { project_ref }) },
    })
  expect(await unread(member)).toBe(3)
  const params = { slug, id: member.id }
  await owner.call(updateMember, {
    params,
    body: { projects: [{ ref: shop.ref, role_id: 'read_only' }] },
  })
  expect((await told(member)).map(({ data }) => data.project_ref)).toEqual([undefined, shop.ref])
  expect(await unread(member)).toBe(2)
  expect((await told(owner)).filter(({ name }) => name === 'custom')).toHaveLength(3)
})
