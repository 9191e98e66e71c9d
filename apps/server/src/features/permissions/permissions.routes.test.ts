import { listBranches, updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createNotification,
  listNotifications,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import { refusal } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { listPermissions } from '@basalt/contract/permissions/permissions.endpoints.ts'
import {
  createProject,
  getProject,
  listOrganizationProjects,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const permissionsOf = async (person: Person) => (await person.call(listPermissions)).body

test('a user without memberships has no permissions', async () => {
  expect(await permissionsOf(await signUp(fixture))).toEqual([])
})

test('permissions apply to the organizations of the user only', async () => {
  const [own, foreign] = [await anOrganization(owner), await anOrganization(await signUp(fixture))]
  const permissions = await permissionsOf(owner)
  expect(refusal(permissions, needs.deleteOrganization, own)).toBeUndefined()
  expect(refusal(permissions, needs.seeOrganization, foreign)).toMatch(/^You need additional permissions/)
})

test('a role in one project gives access to that project only', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const [shop, blog] = [await aProject(owner, organization), await aProject(owner, organization)]
  const guest = await aMember(fixture, owner, slug, {
    projects: [{ ref: shop.ref, role_id: 'administrator' }],
  })
  const permissions = await permissionsOf(guest)
  expect(refusal(permissions, needs.renameProject, { slug, ref: shop.ref })).toBeUndefined()
  expect(refusal(permissions, needs.renameProject, { slug, ref: blog.ref })).toBeDefined()

  expect((await guest.call(getProject, { params: { ref: shop.ref } })).status).toBe(200)
  expect((await guest.call(getProject, { params: { ref: blog.ref } })).status).toBe(404)
  const { body } = await guest.call(listOrganizationProjects, { params: { slug } })
  expect(body.projects.map(({ ref }) => ref)).toEqual([shop.ref])
  expect(body.pagination.count).toBe(1)
  expect(await guest.call(createProject, { body: { organization_slug: slug, name: 'More' } })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})

test('a developer cannot create projects', async () => {
  const { slug } = await anOrganization(owner)
  const developer = await aMember(fixture, owner, slug)
  expect(
    await developer.call(createProject, { body: { organization_slug: slug, name: 'Shop' } }),
  ).toMatchObject({ status: 403, body: { message: expect.stringContaining('make projects') } })
})

test('a notification about a project reaches only members with access to it', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const [shop, blog] = [await aProject(owner, organization), await aProject(owner, organization)]
  const access = { projects: [{ ref: shop.ref, role_id: 'read_only' as const }] }
  const guest = await aMember(fixture, owner, slug, access)
  const notify = async (project_ref: string) =>
    (await owner.call(createNotification, { params: { slug }, body: { title: project_ref, project_ref } }))
      .body
  expect([await notify(blog.ref), await notify(shop.ref)]).toEqual([{ count: 1 }, { count: 2 }])
  const { body: received } = await guest.call(listNotifications)
  expect(received.map(({ data }) => data.title)).toEqual([shop.ref])
})

test('all members of a project see its branches, and developers change them', async () => {
  const organization = await anOrganization(owner)
  const { slug } = organization
  const { ref } = await aProject(owner, organization)
  const { ref: other } = await aProject(owner, organization)
  const [reader, developer] = [
    await aMember(fixture, owner, slug, { projects: [{ ref, role_id: 'read_only' }] }),
    await aMember(fixture, owner, slug, { projects: [{ ref, role_id: 'developer' }] }),
  ]
  const rename = async (person: Person, id: string) =>
    (await person.call(updateBranch, { params: { id }, body: { branch_name: 'trunk' } })).status
  expect((await reader.call(listBranches, { params: { ref } })).status).toBe(200)
  expect([await rename(reader, ref), await rename(developer, ref), await rename(developer, other)]).toEqual([
    403, 200, 404,
  ])
})
