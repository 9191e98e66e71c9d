import { randomUUID } from 'node:crypto'
import { createAccessToken, getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { scopeAllows } from '@basalt/contract/access/token-scope.rules.ts'
import { getOrganization, listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject, listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MountedRoute } from './http/mount.ts'
import { type AppFixture, openApp } from './test/app-fixture.ts'
import { anOrganization, aProject, type Person, personWith, reaches, signUp } from './test/people.ts'

/** Calls every route with access tokens of each scope and expects what its gate promises. */

let fixture: AppFixture
let member: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  member = await signUp(fixture)
  project = await aProject(member, await anOrganization(member))
  await reaches(member, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const urlOf = ({ endpoint }: Pick<MountedRoute, 'endpoint'>) =>
  endpoint.path
    .replace(':slug', project.organization_slug)
    .replace(':ref', project.ref)
    .replace(':id', randomUUID())
    .replace(':token', randomUUID())
    .replace(':revision', '1')

const callableRoutes = () => {
  const routes = fixture.mounted.filter(
    ({ endpoint: { media } }) => media !== 'event-stream' && media !== 'socket',
  )
  expect(routes.length).toBeGreaterThan(20)
  return routes
}

describe('an access token', () => {
  const withToken = async (scope: object) => {
    const { status, body } = await member.call(createAccessToken, { body: { name: 'CI', ...scope } })
    expect(status).toBe(201)
    return personWith(fixture.app, member.email, { authorization: `Bearer ${body.token}` })
  }
  const request = (person: Person, route: MountedRoute) =>
    person.send(route.endpoint.method, urlOf(route), route.endpoint.body ? {} : undefined)
  /** Irreversible calls are only tried by callers that must be refused. */
  const isHarmless = ({ endpoint }: MountedRoute) =>
    endpoint.method === 'GET' || Boolean(endpoint.body) || /:id|:token/.test(endpoint.path)
  const MCP = /^\/mcp$/

  test.each(['read', 'write'] as const)(
    'for %s reaches what its owner reaches, but not their account nor, for reading, any change',
    async (access) => {
      const script = await withToken({ access })
      const scope = { access, organization_slug: null, project_ref: null }
      for (const route of callableRoutes()) {
        const { endpoint, admits, needs: need, tokens } = route
        if (admits === 'anyone' || MCP.test(endpoint.path)) continue
        const mayPass = need
          ? scopeAllows(scope, need)
          : tokens !== 'none' && (access === 'write' || endpoint.method === 'GET' || tokens === 'limited')
        if (mayPass && !isHarmless(route)) continue
        const { status, body } = await request(script, route)
        if (!mayPass) expect(body, endpoint.name).toMatchObject({ code: 'forbidden' })
        else expect(status, endpoint.name).not.toBe(403)
      }
    },
  )

  test('for one project reaches only that project', async () => {
    const other = await aProject(member, await anOrganization(member, 'Other'))
    const script = await withToken({ project_ref: other.ref })
    for (const route of callableRoutes()) {
      const { endpoint, admits, tokens } = route
      if (admits === 'organization' || admits === 'project')
        expect((await request(script, route)).status, endpoint.name).toBe(404)
      else if ((admits === 'user' || admits === 'installation_owner') && tokens !== 'limited')
        expect((await request(script, route)).body, endpoint.name).toMatchObject({ code: 'forbidden' })
    }
    expect((await script.call(getProject, { params: { ref: other.ref } })).status).toBe(200)
    expect((await script.call(listProjects)).body.map(({ ref }) => ref)).toEqual([other.ref])
    expect((await script.call(listOrganizations)).body).toEqual([])
    const slug = other.organization_slug
    expect((await script.call(getOrganization, { params: { slug } })).status).toBe(404)
    const made = await script.call(createProject, { body: { organization_slug: slug, name: 'More' } })
    expect(made.status).toBe(404)
    expect((await member.call(listProjects)).body.map(({ name }) => name)).not.toContain('More')
  })

  test('for one organization reaches only that organization and its projects', async () => {
    const other = await aProject(member, await anOrganization(member, 'Third'))
    const slug = other.organization_slug
    const script = await withToken({ organization_slug: slug })
    for (const route of callableRoutes()) {
      const { endpoint, admits, tokens } = route
      if (admits === 'organization' || admits === 'project')
        expect((await request(script, route)).status, endpoint.name).toBe(404)
      else if ((admits === 'user' || admits === 'installation_owner') && tokens !== 'limited')
        expect((await request(script, route)).body, endpoint.name).toMatchObject({ code: 'forbidden' })
    }
    expect((await script.call(getOrganization, { params: { slug } })).status).toBe(200)
    expect((await script.call(listProjects)).body.map(({ ref }) => ref)).toEqual([other.ref])
    expect((await script.call(listOrganizations)).body).toMatchObject([{ slug }])
    const elsewhere = { organization_slug: project.organization_slug, name: 'More' }
    expect((await script.call(createProject, { body: elsewhere })).status).toBe(404)
  })

  test('is deleted with the organization that it was limited to', async () => {
    const doomed = await anOrganization(member, 'Doomed')
    const script = await withToken({ organization_slug: doomed.slug })
    expect((await script.call(getProfile)).status).toBe(200)
    await fixture.metadata.deleteFrom('organizations').where('slug', '=', doomed.slug).execute()
    expect((await script.call(getProfile)).status).toBe(401)
  })
})
