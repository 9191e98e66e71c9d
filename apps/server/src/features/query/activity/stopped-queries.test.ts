import type { AddressInfo } from 'node:net'
import { removeMember, updateMember } from '@basalt/contract/members/members.endpoints.ts'
import { disableMfa, updateOrganizationMfa } from '@basalt/contract/mfa/mfa.endpoints.ts'
import type { Activity } from '@basalt/contract/query/activity.schema.ts'
import {
  cancelQuery,
  endActivity,
  exportQuery,
  listActivity,
  listRunningQueries,
  runQuery,
  streamQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POOL_CONNECTIONS } from '../../../platform/project-databases/sql/sql-pool.rules.ts'
import { type AppFixture, openApp, withoutSockets } from '../../../test/app-fixture.ts'
import { enrol } from '../../../test/authenticator.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../../test/people.ts'

/** All ways to stop a query, through the whole server, checked against pg_stat_activity. */
describe.each([
  ['a Unix socket', undefined],
  ['TCP', withoutSockets],
])('an instance reached over %s', (_way, wrapEngine) => {
  let fixture: AppFixture
  let owner: Person
  let slug: string
  let ref: string
  beforeAll(async () => {
    fixture = await openApp({}, wrapEngine ? { wrapEngine } : {})
    owner = await signUp(fixture)
    const organization = await anOrganization(owner)
    slug = organization.slug
    ref = (await aProject(owner, organization)).ref
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  let count = 600
  /** A query with unique text that takes ten minutes. */
  const longQuery = () => {
    count += 1
    return `select pg_sleep(${count})`
  }
  const run = (person: Person, query: string) => person.call(runQuery, { params: { ref }, body: { query } })
  /** The query's sessions in pg_stat_activity. */
  const backendsOf = async (query: string): Promise<Activity[]> => {
    const { body } = await owner.call(listActivity, { params: { ref } })
    return body.filter((activity) => activity.query === query)
  }
  const isRunning = (query: string) => waitFor(async () => (await backendsOf(query))[0])
  const hasEnded = (query: string) => waitFor(async () => (await backendsOf(query)).length === 0)

  test('the instance is reached over the transport under test', async () => {
    const endpoint = await fixture.engine.endpoint(ref)
    expect(endpoint?.socket === undefined).toBe(wrapEngine !== undefined)
  })

  test('a cancel by id responds once the query has ended', async () => {
    const query = longQuery()
    const answer = run(owner, query)
    await isRunning(query)
    const { body: queries } = await owner.call(listRunningQueries, { params: { ref } })
    const { id } = queries.find((entry) => entry.query === query)!
    expect((await owner.call(cancelQuery, { params: { ref, id } })).body).toEqual({ done: true })
    expect(await backendsOf(query)).toEqual([])
    expect((await answer).body).toMatchObject({
      code: 'sql_failed',
      message: expect.stringContaining('cancel'),
    })
  })

  test.each(['cancel', 'terminate'] as const)(
    'a %s of its connection responds once the query has ended',
    async (how) => {
      const query = longQuery()
      const answer = run(owner, query)
      const { pid, connected_at } = await isRunning(query)
      const ended = await owner.call(endActivity, {
        params: { ref, pid: String(pid) },
        body: { connected_at, how },
      })
      expect(ended.body).toEqual({ done: true })
      expect(await backendsOf(query)).toEqual([])
      expect((await answer).status).toBeGreaterThanOrEqual(400)
    },
  )

  test.each([
    ['query', runQuery, {}],
    ['stream', streamQuery, {}],
    ['export', exportQuery, { format: 'csv' }],
  ] as const)('a %s ends when its client disconnects', async (_what, endpoint, more) => {
    const query = longQuery()
    const client = new AbortController()
    const { port } = fixture.app.server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const { cookie } = owner.headers
    const answer = fetch(`${origin}${requestUrl(endpoint, { params: { ref } })}`, {
      method: 'POST',
      headers: { origin, cookie: cookie!, 'content-type': 'application/json' },
      body: JSON.stringify({ query, ...more }),
      signal: client.signal,
    }).then((reply) => reply.text())
    await isRunning(query)
    client.abort()
    await expect(answer).rejects.toThrow()
    await hasEnded(query)
  })

  const require = (required: boolean) =>
    owner.call(updateOrganizationMfa, { params: { slug }, body: { required } })

  /** Runs SQL as the member and as the owner, then checks that `change` ends only the member's. */
  const endsOnlyFor = async (member: Person, change: () => Promise<{ status: number }>) => {
    const [theirs, mine] = [longQuery(), longQuery()]
    const answers = [run(member, theirs), run(owner, mine)]
    await Promise.all([theirs, mine].map(isRunning))
    expect((await change()).status).toBe(200)
    await hasEnded(theirs)
    expect(await backendsOf(mine)).toHaveLength(1)
    expect((await answers[0]!).body).toMatchObject({ code: 'sql_failed' })
    await stop(mine)
    await answers[1]
  }

  test("a removed member's running SQL is stopped", async () => {
    const member = await aMember(fixture, owner, slug)
    await endsOnlyFor(member, () => owner.call(removeMember, { params: { slug, id: member.id } }))
  })

  test('a member who becomes read-only loses running SQL but can still read', async () => {
    const member = await aMember(fixture, owner, slug)
    const query = longQuery()
    const answer = run(member, query)
    await isRunning(query)
    await owner.call(updateMember, { params: { slug, id: member.id }, body: { role_id: 'read_only' } })
    await hasEnded(query)
    await answer
    expect((await run(member, 'select 1 as n')).body).toEqual([{ n: 1 }])
  })

  test('the SQL of members without MFA ends when the organization requires it', async () => {
    const factor = await enrol(owner, () => new Date())
    const member = await aMember(fixture, owner, slug)
    await endsOnlyFor(member, () => require(true))
    expect(await run(member, 'select 1')).toMatchObject({ status: 403 })
    await require(false)
    await owner.call(disableMfa, { body: { code: factor.recoveryCodes[0]! } })
  })

  test('turning off MFA ends running SQL in organizations that require it', async () => {
    const member = await aMember(fixture, owner, slug)
    const ownersFactor = await enrol(owner, () => new Date())
    const membersFactor = await enrol(member, () => new Date())
    expect((await require(true)).status).toBe(200)
    await endsOnlyFor(member, () =>
      member.call(disableMfa, { body: { code: membersFactor.recoveryCodes[0]! } }),
    )
    expect(await run(member, 'select 1')).toMatchObject({ status: 403 })
    await require(false)
    await owner.call(disableMfa, { body: { code: ownersFactor.recoveryCodes[0]! } })
  })

  test.each([
    ['query', runQuery, {}],
    ['stream', streamQuery, {}],
    ['export', exportQuery, { format: 'csv' }],
  ] as const)('a %s that could not be cancelled is refused and never sent', async (_what, endpoint, more) => {
    const body = { query: `select 1 ${'/*'.repeat(500_000)}`, ...more }
    const answer = await owner.call(endpoint, { params: { ref }, body } as never)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining('nested comments') },
    })
    const { body: activities } = await owner.call(listActivity, { params: { ref } })
    expect(activities.filter(({ query }) => query.includes('/*/*'))).toEqual([])
  })

  test("a removed member's queued query does not run when a connection becomes free", async () => {
    await run(owner, 'drop table if exists ran; create table ran (n int)')
    const member = await aMember(fixture, owner, slug)
    const others = Array.from({ length: POOL_CONNECTIONS }, longQuery)
    const answers = others.map((query) => run(owner, query))
    // All pooled connections are taken; the activity is read over a separate one.
    await Promise.all(others.map(isRunning))
    const waiting = run(member, 'insert into ran values (1)')
    await owner.call(removeMember, { params: { slug, id: member.id } })
    await Promise.all(others.map(stop))
    await Promise.all(answers)
    // The gate may have checked before or after the removal; either way the query was refused.
    expect([403, 404]).toContain((await waiting).status)
    expect((await run(owner, 'select count(*)::int as n from ran')).body).toEqual([{ n: 0 }])
  })

  test("a removed member's held preview releases its locks", async () => {
    await run(owner, 'drop table if exists held; create table held (n int); insert into held values (1)')
    const member = await aMember(fixture, owner, slug)
    await member.call(streamQuery, {
      params: { ref },
      body: { query: 'begin; update held set n = 2', hold: true },
    })
    const isLocked = async () =>
      (await run(owner, 'begin; lock table held nowait; commit')).body as unknown as { code?: string }
    expect(await isLocked()).toMatchObject({ code: 'sql_failed' })
    await owner.call(removeMember, { params: { slug, id: member.id } })
    await waitFor(async () => (await isLocked()).code === undefined)
    expect((await run(owner, 'select n from held')).body).toEqual([{ n: 1 }])
  })

  const stop = async (query: string) => {
    const { pid, connected_at } = await isRunning(query)
    await owner.call(endActivity, {
      params: { ref, pid: String(pid) },
      body: { connected_at, how: 'terminate' },
    })
  }
})
