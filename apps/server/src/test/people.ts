import { randomUUID } from 'node:crypto'
import { signIn, signUp as signUpCall } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import type { AnyEndpoint, Output } from '@basalt/contract/endpoint.ts'
import {
  acceptInvitation,
  createInvitations,
  listMembers,
  updateMember,
} from '@basalt/contract/members/members.endpoints.ts'
import type { MemberAccess } from '@basalt/contract/members/members.schema.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { InjectOptions } from 'fastify'
import type { AppFixture } from './app-fixture.ts'

const HOST = 'localhost:80'
export const PASSWORD = 'k7Rw2pXq-MzTd9'

export interface Reply<T> {
  status: number
  /** An error body when the call was refused. */
  body: T
}

/** A caller of the server, as a browser or as a script. */
export interface Person {
  email: string
  /** The credentials, for a test's own requests. */
  headers: Readonly<Record<string, string>>
  /** Calls an endpoint of the contract; the input may be invalid. */
  call<E extends AnyEndpoint>(endpoint: E, input?: UrlParts & { body?: unknown }): Promise<Reply<Output<E>>>
  send(method: InjectOptions['method'], url: string, body?: unknown): Promise<Reply<unknown>>
}

/** Creates an account through the public calls: the first one by the set-up link, others by signing up. */
export async function signUp(
  { app, setupLink, users }: Pick<AppFixture, 'app' | 'setupLink' | 'users'>,
  email = `${randomUUID()}@example.com`,
) {
  const isFirst = !(await users.hasAny())
  return withSession(app, signUpCall.path, {
    email,
    password: PASSWORD,
    ...(isFirst && { setup_token: setupLink.token }),
  })
}

export const signInAs = ({ app }: Pick<AppFixture, 'app'>, email: string, password: string) =>
  withSession(app, signIn.path, { email, password })

async function withSession(
  app: AppFixture['app'],
  url: string,
  credentials: { email: string; password: string },
) {
  const reply = await app.inject({ method: 'POST', url, payload: credentials })
  if (reply.statusCode >= 300) throw new Error(`${url} failed: ${reply.body}`)
  const session = reply.cookies.find(({ name }) => name === SESSION_COOKIE)?.value
  return personWith(app, credentials.email, {
    cookie: `${SESSION_COOKIE}=${session}`,
    origin: `http://${HOST}`,
    host: HOST,
  })
}

export function personWith(app: AppFixture['app'], email: string, headers: Record<string, string>): Person {
  const send: Person['send'] = async (method, url, body) => {
    const reply = await app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body }
  }
  return {
    email,
    headers,
    send,
    async call<E extends AnyEndpoint>(endpoint: E, { body, ...parts }: UrlParts & { body?: unknown } = {}) {
      const reply = await send(endpoint.method, requestUrl(endpoint, parts), body)
      return reply as Reply<Output<E>>
    },
  }
}

export const anOrganization = async (person: Person, name = 'Acme'): Promise<Organization> =>
  (await person.call(createOrganization, { body: { name } })).body

/** Invites a new person, who joins through the link and then gets this access. */
export async function aMember(
  fixture: Pick<AppFixture, 'app' | 'setupLink' | 'users'>,
  owner: Person,
  slug: string,
  access: MemberAccess = { role_id: 'developer' },
) {
  const person = await signUp(fixture)
  await acceptWith(person, await invite(owner, slug, { emails: [person.email] }))
  const { body: members } = await owner.call(listMembers, { params: { slug } })
  const id = members.find(({ email }) => email === person.email)!.user_id
  const changed = await owner.call(updateMember, { params: { slug, id }, body: access })
  if (changed.status !== 200) throw new Error(`giving a role failed: ${JSON.stringify(changed.body)}`)
  return { ...person, id }
}

/** Invites a person, as developer by default, and returns the link. */
export async function invite(
  person: Person,
  slug: string,
  target: { emails: string[]; role_id?: Role; role_scoped_projects?: string[] },
) {
  const { status, body } = await person.call(createInvitations, {
    params: { slug },
    body: { role_id: 'developer', ...target },
  })
  if (status !== 201) throw new Error(`inviting failed: ${JSON.stringify(body)}`)
  return body[0]!.link
}

/** The organization and token in the link of an invitation. */
export function invitationOf(link: string) {
  const { searchParams } = new URL(link)
  return { slug: searchParams.get('slug') ?? '', token: searchParams.get('token') ?? '' }
}

export const acceptWith = (person: Person, link: string) =>
  person.call(acceptInvitation, { params: invitationOf(link) })

export async function aProject(person: Person, organization: Organization, over: object = {}) {
  const { status, body } = await person.call(createProject, {
    body: { organization_slug: organization.slug, name: 'Shop', ...over },
  })
  if (status !== 201) throw new Error(`making a project failed: ${JSON.stringify(body)}`)
  return body
}

/** Each poll is a request to the server, and a project takes a third of a second to come up. */
const POLL_INTERVAL_MS = 60

/** Polls until the project has this status. */
export const reaches = (person: Person, ref: string, target: ProjectStatus) =>
  waitFor(
    async () => {
      const { body: project } = await person.call(getProject, { params: { ref } })
      if (project.status !== target) throw new Error(`the project is ${project.status}: ${project.failure}`)
      return project
    },
    { everyMs: POLL_INTERVAL_MS },
  )
