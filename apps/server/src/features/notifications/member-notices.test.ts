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

/** Notifications about members, and which of them a member loses with their access. */

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

const inboxOf = async (person: Person) => (await person.call(listNotifications)).body
const names = async (person: Person) => (await inboxOf(person)).map(({ name }) => name)
const unread = async (person: Person) => (await person.call(getNotificationSummary)).body.unread_count

test('the inviter learns of the acceptance, other managers of the new member, and nobody else', async () => {
  const { slug } = await anOrganization(owner, 'A_c*me')
  const administrator = await aMember(fixture, owner, slug, { role_id: 'administrator' })
  const developer = await aMember(fixture, owner, slug, { role_id: 'developer' })
  const before = (await inboxOf(owner)).length
  const newcomer = await signUp(fixture)
  await acceptWith(
    newcomer,
    await invite(administrator, slug, { emails: [newcomer.email], role_id: 'read_only' }),
  )
  const [joined, ...rest] = await inboxOf(owner)
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
  expect((await inboxOf(administrator))[0]).toMatchObject({
    name: 'invitation_accepted',
    data: { title: `${newcomer.email} accepted your invitation` },
  })
  expect(await inboxOf(developer)).toEqual([])
  expect(await inboxOf(newcomer)).toEqual([])
})

test('joining again after leaving renews the notification', async () => {
  const { slug } = await anOrganization(owner)
  const guest = await aMember(fixture, owner, slug)
  await owner.call(removeMember, { params: { slug, id: guest.id } })
  await acceptWith(guest, await invite(owner, slug, { emails: [guest.email] }))
  expect((await inboxOf(owner)).map(({ meta }) => meta.occurrences)).toEqual([2])
})

test('members without MFA are notified once when it is required, with a link to set it up', async () => {
  const { slug } = await anOrganization(owner)
  await enrol(owner, clock.now)
  const member = await aMember(fixture, owner, slug)
  const setRequired = (required: boolean) =>
    owner.call(updateOrganizationMfa, { params: { slug }, body: { required } })
  await setRequired(true)
  await setRequired(true)
  expect(await inboxOf(member)).toMatchObject([
    {
      name: 'mfa_required',
      priority: 'Warning',
      data: { org_slug: slug, actions: [{ url: '/account/security' }] },
      meta: { occurrences: 1 },
    },
  ])
  expect(await names(owner)).not.toContain('mfa_required')
})

test('a member locked out by the MFA requirement sees only the notice about it', async () => {
  const { slug } = await anOrganization(owner)
  await enrol(owner, clock.now)
  const member = await aMember(fixture, owner, slug)
  const elsewhere = await anOrganization(member)
  const notify = (person: Person, to: string) =>
    person.call(createNotification, { params: { slug: to }, body: { title: 'Backup done' } })
  await notify(owner, slug)
  await notify(member, elsewhere.slug)
  expect(await unread(member)).toBe(2)
  await owner.call(updateOrganizationMfa, { params: { slug }, body: { required: true } })
  expect((await inboxOf(member)).map(({ name, data }) => [name, data.org_slug])).toEqual([
    ['mfa_required', slug],
    ['custom', elsewhere.slug],
  ])
  expect(await unread(member)).toBe(2)
  clock.advance({ seconds: TOTP_PERIOD_SECONDS })
  await enrol(member, clock.now)
  expect(await unread(member)).toBe(3)
})

test('a member limited to some projects loses the notifications about the others', async () => {
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
  expect((await inboxOf(member)).map(({ data }) => data.project_ref)).toEqual([undefined, shop.ref])
  expect(await unread(member)).toBe(2)
  expect((await inboxOf(owner)).filter(({ name }) => name === 'custom')).toHaveLength(3)
})
