import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  changePassword,
  createAccessToken,
  deleteAccessToken,
  signIn,
  signUp as signUpCall,
} from '@basalt/contract/access/access.endpoints.ts'
import { listAccountAudit, listAuditActions } from '@basalt/contract/audit/audit.endpoints.ts'
import { isAudited, isSecretName } from '@basalt/contract/audit/audit.rules.ts'
import { acceptInvitation } from '@basalt/contract/members/members.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MountedRoute } from '../../http/mount.ts'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { authenticator, enrol, giveCode } from '../../test/authenticator.ts'
import {
  aMember,
  anOrganization,
  aProject,
  invitationOf,
  invite,
  PASSWORD,
  type Person,
  personWith,
  reaches,
  signUp,
} from '../../test/people.ts'

/** Calls every audited route, and looks for secrets in everything that was recorded. */

const clock = aClock()
let fixture: AppFixture
let owner: Person
let organization: Organization
let project: Project

beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  project = await aProject(owner, organization)
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Everything recorded so far. Reading one's own log waits for pending writes. */
async function recorded() {
  await owner.call(listAccountAudit)
  return fixture.metadata.selectFrom('audit_entries').selectAll().orderBy('id').execute()
}

const urlOf = ({ endpoint }: MountedRoute) =>
  endpoint.path
    .replace(':slug', organization.slug)
    .replace(':ref', project.ref)
    .replace(':id', randomUUID())
    .replace(':token', randomUUID())

/** Calls with an access token, which outlives the calls that end sessions. */
async function scriptOf(person: Person) {
  const { body } = await person.call(createAccessToken, { body: { name: 'walk' } })
  return personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
}

const audited = () => {
  const routes = fixture.mounted.filter(({ endpoint }) => isAudited(endpoint))
  expect(routes.length).toBeGreaterThan(30)
  return routes
}

test('each call that changes something or reveals a secret is recorded once, refused or not', async () => {
  const anonymous = personWith(fixture.app, '', { host: 'localhost:80' })
  const stranger = await scriptOf(await signUp(fixture))
  const reader = await scriptOf(await aMember(fixture, owner, organization.slug, { role_id: 'read_only' }))
  for (const [who, person] of Object.entries({ anonymous, stranger, reader }))
    for (const route of audited()) {
      const { endpoint } = route
      // Users may export their own account, so that is not refused; it is tested below.
      if (endpoint.method === 'GET' && route.admits === 'user' && who !== 'anonymous') continue
      const before = (await recorded()).length
      const reply = await person.send(endpoint.method, urlOf(route), endpoint.body ? {} : undefined)
      const entries = (await recorded()).slice(before)
      const what = `${endpoint.name} by ${who}`
      expect(
        entries.map(({ action, status }) => [action, status]),
        what,
      ).toEqual([[endpoint.name, reply.status]])
      if (reply.status < 400) continue
      const { code, requestId } = reply.body as { code: string; requestId: string }
      expect(entries, what).toMatchObject([{ code, request_id: requestId }])
      if (who === 'anonymous') expect(entries, what).toMatchObject([{ caller: 'nobody' }])
      else if (route.admits !== 'anyone')
        expect(entries, what).toMatchObject([{ caller: 'token', token_name: 'walk', email: person.email }])
      // Attempts by strangers are not in the organization's log, attempts by members are.
      if (route.admits === 'organization' || route.admits === 'project')
        expect(entries[0]?.organization_id, what).toBe(who === 'reader' ? organization.id : null)
    }
})

test('no logged field of a contract holds a secret, and every action is listed once', async () => {
  for (const { endpoint } of audited())
    for (const name of [...(endpoint.audit?.keeps ?? []), ...(endpoint.audit?.sql ?? [])])
      expect(isSecretName(name), `${endpoint.name} keeps ${name}`).toBe(false)
  const { body: actions } = await owner.call(listAuditActions)
  expect(actions.map(({ name }) => name).sort()).toEqual(
    audited()
      .map(({ endpoint }) => endpoint.name)
      .sort(),
  )
})

test('a sign-in attempt is in the log of its account, right or wrong', async () => {
  const person = await signUp(fixture)
  const attempt = (password: string) =>
    fixture.app.inject({
      method: 'POST',
      url: signIn.path,
      payload: { email: person.email.toUpperCase(), password },
      headers: { 'user-agent': 'curl/8' },
      remoteAddress: '10.9.8.7',
    })
  await attempt('wrong')
  await attempt(PASSWORD)
  const { body } = await person.call(listAccountAudit)
  expect(body.entries).toMatchObject([
    {
      action: { name: 'signIn', title: 'Sign in' },
      result: { outcome: 'succeeded', status: 200, code: null },
    },
    {
      actor: { email: person.email, kind: 'nobody', token_name: null },
      address: '10.9.8.7',
      user_agent: 'curl/8',
      result: { outcome: 'refused', status: 401, code: 'unauthenticated' },
    },
    { action: { name: 'signUp' } },
  ])
})

test('a wrong second factor is in the log of the account', async () => {
  const person = await signUp(fixture)
  await enrol(person, clock.now)
  await giveCode(fixture, person, '000000')
  const { body } = await person.call(listAccountAudit, { query: { limit: 1 } })
  expect(body.entries).toMatchObject([
    { action: { name: 'verifyMfa' }, actor: { email: person.email }, result: { code: 'forbidden' } },
  ])
})

test('SQL is recorded without its literals, and a failing statement as refused', async () => {
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  const params = { ref: project.ref }
  await owner.call(runQuery, { params, body: { query: "select 'hidden' as word -- hidden" } })
  await owner.send('POST', streamQuery.path.replace(':ref', project.ref), { query: 'select 1/0' })

  const [failed, worked] = (await owner.call(listAccountAudit, { query: { limit: 2 } })).body.entries
  expect(worked).toMatchObject({
    details: { ref: project.ref, query: "select '…' as word" },
    organization: { slug: organization.slug },
    project: { ref: project.ref, name: project.name },
    result: { outcome: 'succeeded' },
  })
  expect(failed).toMatchObject({
    action: { name: 'streamQuery' },
    result: { outcome: 'refused', code: 'sql_failed' },
  })
})

test('no secret is ever recorded', async () => {
  const person = await signUp(fixture)
  const { slug } = await anOrganization(person)
  const secrets = [PASSWORD, 'wrong-Password-1', 'pin-2f7a', 'Db-pass-9Kq!xW2z']
  const attempt = (payload: object) => fixture.app.inject({ method: 'POST', url: signIn.path, payload })
  await attempt({ email: person.email, password: secrets[1] })
  // A password in the wrong field, or where none is expected.
  await attempt({ email: secrets[1], password: PASSWORD })
  await fixture.app.inject({ method: 'POST', url: signUpCall.path, payload: { setup_token: secrets[2] } })
  await person.call(createAccessToken, { body: { name: 7, token: secrets[2] } })

  const { body: token } = await person.call(createAccessToken, { body: { name: 'CI' } })
  secrets.push(token.token, token.token.slice('bst_'.length))
  await person.call(deleteAccessToken, { params: { id: token.id } })
  await aProject(person, { ...organization, slug }, { db_pass: secrets[3] })
  const { token: invitation } = invitationOf(await invite(person, slug, { emails: ['guest@example.com'] }))
  secrets.push(invitation)
  await person.call(acceptInvitation, { params: { slug, token: invitation } })
  const { app, recoveryCodes } = await enrol(person, clock.now)
  secrets.push(app.code(), ...recoveryCodes)
  await giveCode(fixture, person, authenticator('AAAAAAAA', clock.now).code())
  await owner.call(runQuery, {
    params: { ref: project.ref },
    body: { query: `alter role postgres password '${secrets[2]}' /* ${secrets[2]} */` },
  })

  const next = 'm4Zv9KtB-PqXs2'
  secrets.push(next)
  await person.call(changePassword, { body: { current_password: secrets[1], new_password: next } })
  await person.call(changePassword, { body: { current_password: PASSWORD, new_password: next } })

  await recorded()
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(audit_entries) #>> '{}' as text from audit_entries`.execute(fixture.metadata)
  expect(rows.length).toBeGreaterThan(20)
  for (const secret of secrets)
    expect(
      rows.filter(({ text }) => JSON.parse(text).request_id && withoutIds(text).includes(secret)),
      secret,
    ).toEqual([])
})

/** Removes random ids and times, which may contain a code of six digits. */
const withoutIds = (text: string) => {
  const { id: _, at: __, request_id: ___, user_id: ____, organization_id: _____, ...rest } = JSON.parse(text)
  return JSON.stringify(rest).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
}

test('a call whose client has disconnected is recorded with its address', async () => {
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixture.app.server.address() as AddressInfo
  const { body } = await owner.call(createAccessToken, { body: { name: 'hasty' } })
  fixture.app.server.once('request', ({ socket }) => socket.destroy())
  const pending = fetch(`http://127.0.0.1:${port}${deleteAccessToken.path.replace(':id', randomUUID())}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${body.token}` },
  })
  await expect(pending).rejects.toThrow()
  const last = await waitFor(async () => (await recorded()).find(({ token_name }) => token_name === 'hasty'))
  expect(last).toMatchObject({ action: 'deleteAccessToken', address: '127.0.0.1' })
})
