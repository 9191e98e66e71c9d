import { createAccessToken, deleteAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { removeMember } from '@basalt/contract/members/members.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aToken, listen, mcpClient } from '../../test/mcp-client.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let origin: string
let owner: Person
let token: string
let slug: string
let ref: string
beforeAll(async () => {
  fixture = await openApp()
  origin = await listen(fixture)
  owner = await signUp(fixture)
  token = await aToken(owner)
  const organization = await anOrganization(owner)
  slug = organization.slug
  ref = (await aProject(owner, organization)).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
  await agent.call('execute_sql', {
    query: `create table notes (body text); insert into notes values ('kept');
      create function wipe() returns void language sql security definer as 'delete from public.notes';
      create function wipe(text, text) returns boolean language sql security definer as 'delete from public.notes; select true';
      create function lower(text, text) returns boolean language sql as 'select public.wipe($1, $2)';
      create operator ~~~~ (leftarg = text, rightarg = text, function = wipe);
      create view wiping as select wipe('a', 'b');
      create procedure commit_and_wipe() language plpgsql as
        $$ begin commit; set transaction read write; delete from notes; end $$`,
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const notes = async () => {
  await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
  return (await agent.call('execute_sql', { query: 'select count(*)::int as n from notes' })).text
}
const UNCHANGED = '[{"n":1}]'

describe('SQL that changes something needs confirmation', () => {
  const openAgent = async (action: 'accept' | 'decline' | 'cancel') => {
    const questions: string[] = []
    const agent = await mcpClient(origin, token, {
      parameters: { project_ref: ref },
      onQuestion: async (question) => {
        questions.push(question)
        return { action }
      },
    })
    return { agent, questions }
  }

  test.each([
    ['decline', 'declined'],
    ['cancel', 'has not confirmed'],
  ] as const)('and does not run when the answer is %s', async (action, words) => {
    const { agent, questions } = await openAgent(action)
    await using _ = agent
    for (const [tool, args] of [
      ['execute_sql', { query: 'select 1; delete from notes' }],
      ['apply_migration', { name: 'gone', query: 'drop table notes' }],
    ] as const)
      expect(await agent.call(tool, args)).toEqual({ isError: true, text: expect.stringContaining(words) })
    expect(questions).toEqual([
      `Run SQL that deletes data in Shop (${ref})?\n\ndelete from notes\n\nselect 1`,
      `Run SQL that deletes data in Shop (${ref})?\n\ndrop table notes`,
    ])
    expect(await notes()).toContain(UNCHANGED)
    const { entries } = (await owner.call(listOrganizationAudit, { params: { slug } })).body
    expect(entries.find(({ details }) => details.name === 'gone')).toMatchObject({
      result: { outcome: 'refused' },
      details: { tool: 'apply_migration', answer: action },
    })
  })

  test('and runs once accepted, while SQL that only reads runs without confirmation', async () => {
    const { agent, questions } = await openAgent('accept')
    await using _ = agent
    const read = 'set statement_timeout = 5000; select count(*)::int as n from notes'
    expect((await agent.call('execute_sql', { query: read })).text).toContain(UNCHANGED)
    expect(questions).toEqual([])
    const add = 'create table if not exists spare (n int); select 1; insert into spare values (1)'
    expect((await agent.call('execute_sql', { query: add })).isError).toBe(false)
    expect(questions).toEqual([
      `Run SQL that changes Shop (${ref})?\n\ncreate table if not exists spare (n int)\n\ninsert into spare values (1)\n\nselect 1`,
    ])
    expect((await agent.call('execute_sql', { query: 'drop table spare' })).isError).toBe(false)
    expect(questions).toHaveLength(2)
    expect((await agent.call('execute_sql', { query: 'select * from spare' })).isError).toBe(true)
  })

  test.each([
    ['a function of the user', 'select wipe()', 'may change more'],
    ['a function in FROM', 'select * from wipe() as gone', 'may change more'],
    ['a procedure', 'call commit_and_wipe()', 'may change more'],
    ['a code block', 'do $$ begin perform wipe(); end $$', 'may change more'],
    ['a prepared statement', 'prepare p as delete from notes; execute p', 'may change more'],
    ['a view', 'select * from wiping', 'changes'],
    ['an operator', "select 'a'::text ~~~~ 'b'::text", 'changes'],
    ['a function with the name of a built-in one', "select lower('a', 'b')", 'changes'],
    ['a new row', "insert into notes values ('x')", 'changes'],
    ['the end of the transaction', 'commit; select * from wiping', 'may change more'],
    ['EXPLAIN ANALYZE', 'explain analyze select * from wiping', 'changes'],
  ])('including a write by %s', async (_form, query, words) => {
    const { agent, questions } = await openAgent('decline')
    await using _ = agent
    expect((await agent.call('execute_sql', { query })).text).toContain('declined')
    expect(questions).toEqual([expect.stringContaining(words)])
    expect(questions[0]).toContain(query.split('; ').at(-1))
    expect(await notes()).toContain(UNCHANGED)
  })

  test('and a switch of the transaction to read-write is refused', async () => {
    const { agent, questions } = await openAgent('accept')
    await using _ = agent
    const query = 'set transaction read write; select * from wiping'
    expect((await agent.call('execute_sql', { query })).text).toContain('must be set before any query')
    expect(questions).toEqual([])
    expect(await notes()).toContain(UNCHANGED)
  })

  test("and error positions refer to the agent's SQL", async () => {
    const { agent, questions } = await openAgent('accept')
    await using _ = agent
    expect((await agent.call('execute_sql', { query: 'select nothing_here' })).text).toContain(
      'LINE 1: select nothing_here\n               ^',
    )
    expect(questions).toEqual([])
  })

  test('and so does pausing a project, with the name of the project', async () => {
    const questions: string[] = []
    await using agent = await mcpClient(origin, token, {
      onQuestion: async (question) => {
        questions.push(question)
        return { action: 'decline' }
      },
    })
    expect((await agent.call('pause_project', { project_id: ref })).text).toContain('declined')
    expect(questions).toEqual([expect.stringContaining(`Pause Shop (${ref})?`)])
    expect(await notes()).toContain(UNCHANGED)
  })

  test('unless the client cannot ask the user', async () => {
    await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
    await agent.call('execute_sql', { query: 'create table spare (n int)' })
    expect((await agent.call('execute_sql', { query: 'drop table spare' })).isError).toBe(false)
  })

  test('and two questions at once get their own answers', async () => {
    await using agent = await mcpClient(origin, token, {
      parameters: { project_ref: ref },
      onQuestion: async (question) => {
        // Neither is answered before both have arrived.
        received.push(question)
        await waitFor(() => received.length === 2)
        return { action: question.includes('first') ? 'accept' : 'decline' }
      },
    })
    const received: string[] = []
    await using maker = await mcpClient(origin, token, { parameters: { project_ref: ref } })
    await maker.call('execute_sql', { query: 'create table first (n int); create table second (n int)' })
    const [first, second] = await Promise.all([
      agent.call('execute_sql', { query: 'drop table first' }),
      agent.call('execute_sql', { query: 'drop table second' }),
    ])
    expect([first.isError, second.isError]).toEqual([false, true])
  })

  test('and no other user can answer', async () => {
    const stranger = await aToken(await signUp(fixture))
    const replies: number[] = []
    await using agent = await mcpClient(origin, token, {
      parameters: { project_ref: ref },
      onQuestion: async () => ({ action: 'decline' }),
      onAnswer: async (id) => {
        const reply = await fixture.app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { authorization: `Bearer ${stranger}` },
          payload: { jsonrpc: '2.0', id, result: { action: 'accept' } },
        })
        replies.push(reply.statusCode)
      },
    })
    expect((await agent.call('execute_sql', { query: 'delete from notes' })).text).toContain('declined')
    expect(replies).toEqual([202])
    expect(await notes()).toContain(UNCHANGED)
  })
})

test('a question whose client disconnects counts as cancelled', async () => {
  const leave = new AbortController()
  const reply = await fetch(`${origin}/mcp?project_ref=${ref}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-session-id': 'asks-1',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'apply_migration', arguments: { name: 'left', query: 'drop table notes' } },
    }),
    signal: leave.signal,
  })
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  const { value } = await reply.body!.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('elicitation/create')
  leave.abort()
  await waitFor(async () => {
    const { entries } = (await owner.call(listOrganizationAudit, { params: { slug } })).body
    return entries.find(({ details }) => details.name === 'left')?.details.answer === 'cancel'
  })
  expect(await notes()).toContain(UNCHANGED)
})

test('an open call ends when its token is revoked or its caller loses access to the project', async () => {
  const [left, member] = [await aMember(fixture, owner, slug), await aMember(fixture, owner, slug)]
  const { body: revoked } = await member.call(createAccessToken, { body: { name: 'Revoked' } })
  const valid = await aToken(owner)
  const calls = await Promise.all([await aToken(left), revoked.token, valid].map(callToDrop))
  await owner.call(removeMember, { params: { slug, id: left.id } })
  await member.call(deleteAccessToken, { params: { id: revoked.id } })
  const [ofLeft, ofRevoked, ofOwner] = calls
  await expect(ofLeft!.end).rejects.toThrow('terminated')
  await expect(ofRevoked!.end).rejects.toThrow('terminated')
  expect(ofOwner!.isOpen()).toBe(true)
  ofOwner!.leave()
  await expect(ofOwner!.end).rejects.toThrow('abort')
  expect(await notes()).toContain(UNCHANGED)
})

/** A call whose question on the open stream is not answered. */
async function callToDrop(token: string) {
  const leaving = new AbortController()
  const reply = await fetch(`${origin}/mcp?project_ref=${ref}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-session-id': 'asks-1',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'execute_sql', arguments: { query: 'drop table notes' } },
    }),
    signal: leaving.signal,
  })
  const reader = reply.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('elicitation/create')
  let isOpen = true
  const readToEnd = async () => {
    try {
      for (let isDone = false; !isDone; ) isDone = (await reader.read()).done
    } finally {
      isOpen = false
    }
  }
  const end = readToEnd()
  // Awaited later; until then it must not count as unhandled.
  end.catch(() => undefined)
  return { end, isOpen: () => isOpen, leave: () => leaving.abort() }
}

test('cancelling a call cancels its query', async () => {
  await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
  const cancellation = new AbortController()
  const call = agent.client.callTool(
    { name: 'execute_sql', arguments: { query: 'select pg_sleep(600) as taken_back' } },
    undefined,
    { signal: cancellation.signal },
  )
  await waitFor(async () => (await running('taken_back')).includes('[{"n":1}]'))
  cancellation.abort('enough')
  await expect(call).rejects.toThrow(/enough/)
  await waitFor(async () => (await running('taken_back')).includes('[{"n":0}]'))
})

/** How many queries with this word are running. */
const running = async (word: string) => {
  await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
  const query = `select count(*)::int as n from pg_stat_activity
    where query like '%${word}%' and state = 'active' and pid <> pg_backend_pid()`
  return (await agent.call('execute_sql', { query })).text
}

test('a query is cancelled when its client disconnects', async () => {
  const leave = new AbortController()
  const call = fetch(`${origin}/mcp?project_ref=${ref}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'execute_sql', arguments: { query: 'select pg_sleep(600) as mcp_sleeper' } },
    }),
    signal: leave.signal,
  })
  await waitFor(async () => (await running('mcp_sleeper')).includes('[{"n":1}]'))
  leave.abort()
  await expect(call).rejects.toThrow()
  await waitFor(async () => (await running('mcp_sleeper')).includes('[{"n":0}]'))
})

describe('with read_only not even an owner can write', () => {
  let agent: Awaited<ReturnType<typeof mcpClient>>
  beforeAll(async () => {
    agent = await mcpClient(origin, token, { parameters: { project_ref: ref, read_only: 'true' } })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  test.each([
    ['plainly', "insert into notes values ('x')"],
    ['inside WITH', 'with gone as (delete from notes returning *) select * from gone'],
    ['by a security definer function', 'select wipe()'],
    ['by a procedure that commits', 'call commit_and_wipe()'],
    ['as another role', 'set role postgres; delete from notes'],
    ['as the session user', 'reset session authorization; delete from notes'],
    ['in a transaction that writes', 'set transaction read write; select wipe()'],
    ['after the end of the transaction', 'commit; begin read write; select wipe()'],
    ['by a setting', "select set_config('transaction_read_only', 'off', false); select wipe()"],
    ['with a new table', 'create table mine ()'],
    ['behind EXPLAIN ANALYZE', 'explain analyze delete from notes'],
    ['from a file on the server', "copy notes from '/etc/passwd'"],
  ])('%s', async (_how, query) => {
    expect((await agent.call('execute_sql', { query })).isError).toBe(true)
    const { text } = await agent.call('execute_sql', {
      query: 'select current_user as name, count(*)::int as n from notes',
    })
    expect(text).toContain('[{"name":"basalt_read_only","n":1}]')
  })
})
