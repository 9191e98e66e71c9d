import { randomUUID } from 'node:crypto'
import { createAccessToken, deleteAccessToken, signOut } from '@basalt/contract/access/access.endpoints.ts'
import { removeMember } from '@basalt/contract/members/members.endpoints.ts'
import { MFA_REQUIRED } from '@basalt/contract/mfa/mfa.rules.ts'
import { getOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember, grantsOfRole } from '@basalt/contract/permissions/grants.rules.ts'
import { refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { type Role, roleIds } from '@basalt/contract/permissions/roles.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MountedRoute } from './http/mount.ts'
import { type AppFixture, openApp } from './test/app-fixture.ts'
import {
  aMember,
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  personWith,
  reaches,
  signInAs,
  signUp,
} from './test/people.ts'

/** Calls every route anonymously, as a stranger and in every role, and expects what its gate promises. */

let fixture: AppFixture
const anonymous = () => personWith(fixture.app, '', { host: 'localhost:80' })
let member: Person
const inRole = new Map<Role | null, Person>()
let stranger: Person
let project: Project

beforeAll(async () => {
  // Routes that need an address from the operator are configured to answer too.
  fixture = await openApp({
    BASALT_CLOUD_MARKETPLACE_URL: 'https://market.example.com/{slug}',
    BASALT_VERCEL_URL: 'https://vercel.example.com/{installation_id}',
  })
  member = await signUp(fixture)
  stranger = await signUp(fixture)
  project = await aProject(member, await anOrganization(member))
  await reaches(member, project.ref, 'ACTIVE_HEALTHY')
  const { organization_slug: slug, ref } = project
  inRole.set('owner', member)
  for (const role_id of ['administrator', 'developer', 'read_only'] as const)
    inRole.set(role_id, await aMember(fixture, member, slug, { role_id }))
  inRole.set(null, await aMember(fixture, member, slug, { projects: [{ ref, role_id: 'read_only' }] }))
})
afterAll(() => fixture[Symbol.asyncDispose]())

const urlOf = ({ endpoint }: Pick<MountedRoute, 'endpoint'>) =>
  endpoint.path
    .replace(':slug', project.organization_slug)
    .replace(':ref', project.ref)
    .replace(':id', randomUUID())
    .replace(':source', 'edge_logs')
    .replace(':oid', '4294967295')
    .replace(':column', '4294967295.1')
    .replace(':extension', 'nowhere')
    .replace(':token', randomUUID())
    .replace(':installation_id', 'icfg_1')
    .replace(':revision', '1')
    .replace(':delivery_id', '1')
    .replace(':part', '0')
    .replace(':session', randomUUID())
    .replace(':identity', randomUUID())
    .replace(':passkey', randomUUID())
    .replace(':statistic', '1-1-t')
    .replace(':version', '20260102030405')
    .replace(':past', 'z'.repeat(20))

/** Routes of one thing, which does not exist. */
const isOfNothing = ({ path }: MountedRoute['endpoint']) =>
  /:(?:o?id|token|column|extension|version|server|past)/.test(path)

/** What only a branch has is refused for a project that is none. */
const OF_BRANCHES = ['getParentUpdate']

/** Resolves with the headers; does not wait for a stream to end. */
const statusFor = async (person: Person, route: MountedRoute) =>
  (await person.send(route.endpoint.method, urlOf(route), route.endpoint.body ? {} : undefined)).status

const callableRoutes = () => {
  const routes = fixture.mounted.filter(
    ({ endpoint: { media } }) => media !== 'event-stream' && media !== 'socket',
  )
  expect(routes.length).toBeGreaterThan(20)
  return routes
}

test('every route is mounted with a gate', () => {
  const ungated = fixture.routes.filter(
    ({ url, mounted, raw }) =>
      mounted === undefined && raw === undefined && /^\/(?:platform|v1|api|p|mcp|health)(?:\/|$)/.test(url),
  )
  expect(ungated).toEqual([])
  expect(fixture.mounted.length).toBeGreaterThan(20)
})

test('an anonymous caller is refused except where anyone may call', async () => {
  for (const route of callableRoutes()) {
    const status = await statusFor(anonymous(), route)
    if (route.admits === 'anyone') expect(status, route.endpoint.name).not.toBe(403)
    else expect(status, route.endpoint.name).toBe(401)
  }
})

test('a socket has a gate too, which answers before the connection is upgraded', async () => {
  const sockets = fixture.mounted.filter(({ endpoint }) => endpoint.media === 'socket')
  expect(sockets.length).toBeGreaterThan(0)
  for (const route of sockets) {
    expect(await statusFor(anonymous(), route), route.endpoint.name).toBe(401)
    expect(await statusFor(member, route), route.endpoint.name).toBe(426)
  }
})

test("a project's API requires a key on every route that is not public", async () => {
  const raw = fixture.routes.flatMap((route) => route.raw ?? [])
  expect(raw.length).toBeGreaterThan(20)
  for (const { method, path, admits } of raw) {
    expect(['key', 'signature', 'anyone'], path).toContain(admits)
    for (const one of [method].flat()) {
      const url = path.replace(':ref', project.ref).replace(/:\w+/g, 'name').replace('*', 'bucket/object')
      // A browser's preflight comes without a key; other OPTIONS calls are tested with their API.
      const headers = one === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}
      const { statusCode, body } = await fixture.app.inject({ method: one as 'GET', url, headers })
      // Clients of the storage service report a missing key as a missing header.
      const isOfStorage = path.startsWith('/p/:ref/storage/')
      if (admits === 'key') expect(statusCode, `${one} ${path}`).toBe(isOfStorage ? 400 : 401)
      if (admits === 'key' && isOfStorage && one !== 'HEAD')
        expect(body, `${one} ${path}`).toContain("headers must have required property 'authorization'")
      if (admits === 'signature') expect(statusCode, `${one} ${path}`).toBe(403)
      if (admits === 'anyone') expect(statusCode, `${one} ${path}`).not.toBe(401)
    }
  }
})

test('a stranger cannot tell whether an organization or a project exists', async () => {
  const closed = callableRoutes().filter(({ admits }) => admits === 'organization' || admits === 'project')
  expect(closed.length).toBeGreaterThan(10)
  for (const route of closed) {
    expect(await statusFor(stranger, route), route.endpoint.name).toBe(404)
    const missing = await stranger.send(
      route.endpoint.method,
      urlOf(route).replace(project.ref, 'a'.repeat(20)).replace(project.organization_slug, 'missing'),
      route.endpoint.body ? {} : undefined,
    )
    const existing = await stranger.send(
      route.endpoint.method,
      urlOf(route),
      route.endpoint.body ? {} : undefined,
    )
    const shape = ({ body }: { body: unknown }) =>
      JSON.stringify(body)
        .replace(/"requestId":"[^"]*"/, '')
        .replace(/(?:Project|Organization) \S+/, '')
    expect(shape(existing), route.endpoint.name).toBe(shape(missing))
  }
})

/** Calls whose body may be empty. They are tried by callers that must be refused, because they do something. */
const ACCEPTING_NOTHING = ['createBackup', 'cancelRestore']

/** Whether an empty request passes the gate and is then refused for missing input. */
const requiresInput = (endpoint: MountedRoute['endpoint']) => {
  const { body, query } = endpoint
  if (query?.safeParse({}).success === false) return true
  // With input of which all may be left out, the thing is looked for.
  return Boolean(body) && !(isOfNothing(endpoint) && body?.safeParse({}).success)
}

test.each<Role | null>([...roleIds, null])('%s may call exactly what the role allows', async (role) => {
  const person = inRole.get(role)!
  const gated = callableRoutes().filter(({ needs }) => needs !== undefined)
  expect(gated.length).toBeGreaterThan(20)
  for (const route of gated) {
    const { endpoint, admits } = route
    const grants = role === null && admits === 'project' ? grantsOfRole.read_only : grantsOfMember(role)
    const mayPass = isAllowed(grants, route.needs!)
    // Irreversible calls are only tried by callers that must be refused.
    const isHarmless =
      (endpoint.method === 'GET' || endpoint.body || isOfNothing(endpoint)) &&
      !ACCEPTING_NOTHING.includes(endpoint.name)
    if (mayPass && !isHarmless) continue
    const { status, body } = await person.send(endpoint.method, urlOf(route), endpoint.body ? {} : undefined)
    const isFound = endpoint.method === 'GET' && !isOfNothing(endpoint)
    const answer = OF_BRANCHES.includes(endpoint.name) ? 409 : isFound ? 200 : 404
    const expected = mayPass ? (requiresInput(endpoint) ? 400 : answer) : 403
    expect(status, endpoint.name).toBe(expected)
    if (!mayPass) expect(body, endpoint.name).toMatchObject({ message: refusalOf(route.needs!) })
  }
})

test('the owner may call every route', async () => {
  const harmless = callableRoutes().filter(
    ({ endpoint }) =>
      endpoint.method === 'GET' && !isOfNothing(endpoint) && !OF_BRANCHES.includes(endpoint.name),
  )
  expect(harmless.length).toBeGreaterThan(8)
  for (const route of harmless)
    expect(await statusFor(member, route), route.endpoint.name).toBe(
      requiresInput(route.endpoint) ? 400 : 200,
    )
  const writes = callableRoutes().filter(
    ({ endpoint, admits }) =>
      endpoint.method !== 'GET' &&
      endpoint.body &&
      admits !== 'anyone' &&
      !ACCEPTING_NOTHING.includes(endpoint.name),
  )
  expect(writes.length).toBeGreaterThan(4)
  // An empty body passes the gate and is then refused for missing input.
  for (const route of writes)
    expect(await statusFor(member, route), route.endpoint.name).toBe(
      requiresInput(route.endpoint) ? 400 : 404,
    )
})

test("routes of the installation's owner are closed to everybody else", async () => {
  const routes = callableRoutes().filter(({ admits }) => admits === 'installation_owner')
  expect(routes.length).toBeGreaterThan(2)
  for (const person of [stranger, inRole.get('administrator')!])
    for (const route of routes) expect(await statusFor(person, route), route.endpoint.name).toBe(403)
})

test('a member without the MFA that an organization requires sees its name and nothing else', async () => {
  const requireMfa = (requires_mfa: boolean) =>
    fixture.metadata
      .updateTable('organizations')
      .set({ requires_mfa })
      .where('slug', '=', project.organization_slug)
      .execute()
  await requireMfa(true)
  try {
    const closed = callableRoutes().filter(({ admits }) => admits === 'organization' || admits === 'project')
    expect(closed.length).toBeGreaterThan(20)
    for (const person of inRole.values())
      for (const { endpoint } of closed) {
        const isOpen = endpoint.name === getOrganization.name
        const { status, body } = await person.send(
          endpoint.method,
          urlOf({ endpoint }),
          endpoint.body ? {} : undefined,
        )
        expect(status, endpoint.name).toBe(isOpen ? 200 : 403)
        if (!isOpen) expect(body, endpoint.name).toMatchObject({ details: { reason: MFA_REQUIRED } })
      }
  } finally {
    await requireMfa(false)
  }
})

describe('a revoked credential is refused everywhere', () => {
  const isRefusedEverywhere = async (person: Person) => {
    for (const route of callableRoutes()) {
      if (route.admits === 'anyone') continue
      expect(await statusFor(person, route), route.endpoint.name).toBe(401)
    }
  }

  test('a session that was signed out', async () => {
    const leaving = await signInAs(fixture, member.email, PASSWORD)
    expect((await leaving.call(getProject, { params: { ref: project.ref } })).status).toBe(200)
    await leaving.call(signOut)
    await isRefusedEverywhere(leaving)
  })

  test('an access token that was revoked', async () => {
    const { body: created } = await member.call(createAccessToken, { body: { name: 'CI' } })
    const script = personWith(fixture.app, member.email, { authorization: `Bearer ${created.token}` })
    expect((await script.call(getProject, { params: { ref: project.ref } })).status).toBe(200)
    await member.call(deleteAccessToken, { params: { id: created.id } })
    await isRefusedEverywhere(script)
  })
})

test('a removed member is a stranger everywhere at once', async () => {
  const { organization_slug: slug } = project
  const gone = await aMember(fixture, member, slug, { role_id: 'administrator' })
  expect((await gone.call(getProject, { params: { ref: project.ref } })).status).toBe(200)
  await member.call(removeMember, { params: { slug, id: gone.id } })
  for (const route of callableRoutes().filter(
    ({ admits }) => admits === 'organization' || admits === 'project',
  ))
    expect(await statusFor(gone, route), route.endpoint.name).toBe(404)
})

test('malformed names in a path are refused without a server error', async () => {
  for (const url of [
    '/platform/projects/%00',
    '/platform/projects/..%2f..',
    '/platform/organizations/%F0%28',
    `/platform/projects/${'x'.repeat(5000)}`,
  ]) {
    const { status } = await member.send('GET', url)
    expect([400, 404, 414], url).toContain(status)
  }
})

test('an invalid URL is answered in the format of every error', async () => {
  expect(await member.send('GET', '/%E0%A4%A')).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      message: expect.stringContaining('a % must be followed by the two digits'),
      requestId: expect.any(String),
    },
  })
})

test('an unknown path is answered in the format of every error', async () => {
  expect(await member.send('GET', '/platform/nothing')).toMatchObject({
    status: 404,
    body: { code: 'not_found', requestId: expect.any(String) },
  })
})
