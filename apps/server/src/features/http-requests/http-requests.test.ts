import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { restartProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { openSleepingProject } from '../../test/sleeping-project.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'
import { trimAnswers } from './request-queue.ts'

const ALLOWED = { env: { BASALT_PRIVATE_NETWORKS: 'allow' } }
let project: DataApiFixture
let asAdmin: ProjectDatabases['asAdmin']
beforeAll(async () => {
  project = await openDataApi('create table orders (id int primary key, note text)', {
    ...ALLOWED,
    features: [
      (platform) => {
        asAdmin = platform.databases.asAdmin
        return {}
      },
    ],
  })
})
afterAll(() => project[Symbol.asyncDispose]())

/** Asks for a request as the user's own role, and returns its answer. */
async function answerTo(call: string): Promise<Record<string, unknown>> {
  const [{ id }] = await project.sql(`select ${call} as id`)
  expect(id).toMatch(/^\d+$/)
  await project.httpRequests.settled(project.ref)
  const [answer] = await project.sql('select * from net._http_response where id = $1', [id])
  return answer
}
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('a GET request is sent with its parameters and headers, and its answer is a row', async () => {
  await using receiver = await openReceiver()
  const answer = await answerTo(
    `net.http_get(${literal(`${receiver.origin}/a?x=1#part`)}, '{"naïve 😀": "a b&c=%", "n": 5}', '{"X-Key": "k"}')`,
  )
  expect(receiver.received).toMatchObject([{ method: 'GET', body: '', headers: { 'x-key': 'k' } }])
  const { searchParams, pathname } = new URL(receiver.received[0]!.path, receiver.origin)
  expect(pathname).toBe('/a')
  expect([...searchParams].sort()).toEqual([
    ['n', '5'],
    ['naïve 😀', 'a b&c=%'],
    ['x', '1'],
  ])
  expect(answer).toMatchObject({
    status_code: 200,
    content: 'a secret of the receiver',
    timed_out: false,
    error_msg: null,
  })
  expect(answer.created).toBeInstanceOf(Date)
})

test('a POST request has JSON as its body, and arguments have the names that other platforms use', async () => {
  await using receiver = await openReceiver()
  receiver.answers(422)
  const answer = await answerTo(`net.http_post(
    url := ${literal(receiver.url)}, body := jsonb_build_object('name', 'Ada "😀"'), params := '{}',
    headers := '{"Authorization": "Bearer secret"}'::jsonb, timeout_milliseconds := 1000)`)
  expect(answer).toMatchObject({ status_code: 422, error_msg: null })
  expect(receiver.received).toMatchObject([
    { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer secret' } },
  ])
  expect(JSON.parse(receiver.received[0]!.body)).toEqual({ name: 'Ada "😀"' })
})

test('a DELETE request is sent with and without a body', async () => {
  await using receiver = await openReceiver()
  await answerTo(`net.http_delete(${literal(receiver.url)})`)
  await answerTo(`net.http_delete(url := ${literal(receiver.url)}, body := '[1]')`)
  expect(receiver.received.map(({ method, body }) => [method, body])).toEqual([
    ['DELETE', ''],
    ['DELETE', '[1]'],
  ])
})

test('a request is sent once its transaction commits, once, and never when it is rolled back', async () => {
  await using receiver = await openReceiver()
  const client = await project.connect()
  await client.query('begin')
  await client.query('select net.http_get($1)', [receiver.url])
  await project.httpRequests.probe()
  await project.httpRequests.settled(project.ref)
  expect(receiver.received).toEqual([])
  await client.query('commit')
  await client.query('begin')
  await client.query('select net.http_get($1)', [receiver.url])
  await client.query('rollback')
  await client.end()
  for (let times = 0; times < 3; times++) await project.httpRequests.settled(project.ref)
  expect(receiver.received).toHaveLength(1)
})

test('a trigger that sends what another platform would send works', async () => {
  await using receiver = await openReceiver()
  await project.sql(`
    create function notify_order() returns trigger language plpgsql as $$ begin
      perform net.http_post('${receiver.url}', to_jsonb(new), headers := '{"Content-Type": "application/json; charset=utf-8"}');
      return new;
    end $$;
    create trigger notify after insert on orders for each row execute function notify_order();
    insert into orders select n, 'é' from generate_series(1, 40) n`)
  await project.httpRequests.settled(project.ref)
  const ids = receiver.received.map(({ body }) => JSON.parse(body).id as number)
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})

test.each([
  [
    'takes too long',
    '',
    () => undefined,
    { timed_out: true, error_msg: 'No response within 200 milliseconds' },
  ],
  [
    'never ends its answer',
    '',
    (_request: IncomingMessage, response: ServerResponse) => response.write('x'),
    { timed_out: true, error_msg: 'No response within 200 milliseconds', content: null },
  ],
  [
    'redirects into the server',
    '',
    (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    { status_code: 302, error_msg: null, content: '' },
  ],
  [
    'answers with a zero byte and two cookies',
    '',
    (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' }).end('a\0b'),
    { content: 'ab', content_type: 'text/plain' },
  ],
  [
    'breaks off',
    '',
    (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    { timed_out: false, error_msg: 'The connection was closed before a response arrived' },
  ],
])('a receiver that %s leaves an answer that says so', async (_what, _path, answer, expected) => {
  await using receiver = await answering(answer)
  expect(await answerTo(`net.http_get(${literal(receiver.url)}, timeout_milliseconds := 200)`)).toMatchObject(
    expected,
  )
})

test('an answer that is too large is cut off and recorded as an error', async () => {
  await using receiver = await answering((_request, response) => response.end('x'.repeat(1024 * 1024 + 1)))
  expect(await answerTo(`net.http_get(${literal(receiver.url)})`)).toMatchObject({
    status_code: 200,
    content: null,
    error_msg: 'The answer is larger than 1 MB',
  })
  await using fitting = await answering((_request, response) => response.end('x'.repeat(1024 * 1024)))
  const { content } = await answerTo(`net.http_get(${literal(fitting.url)})`)
  expect((content as string).length).toBe(1024 * 1024)
})

test.each([
  ["'http://127.0.0.1:1/'", 'Connection refused'],
  ["'http://nowhere.invalid/'", /host name/],
  ["'http://a b/'", 'Not sent: the address is not valid'],
  [`'http://127.0.0.1:1/', headers := '{"a b": "c"}'`, /cannot be sent/],
  [`'http://127.0.0.1:1/', headers := '{"a": "b\\nc"}'`, /cannot be sent/],
])('a request to %s fails with a message', async (args, message) => {
  const answer = await answerTo(`net.http_get(${args})`)
  expect(answer).toMatchObject({ status_code: null, timed_out: false })
  expect(answer.error_msg).toMatch(message)
})

test.each([
  ["net.http_get('ftp://a.example')", 'begins with http'],
  ["net.http_get('file:///etc/passwd')", 'begins with http'],
  ['net.http_get(null)', 'begins with http'],
  ["net.http_get('http://a.example', '[]')", 'JSON objects'],
  ["net.http_get('http://a.example', headers := '\"x\"')", 'JSON objects'],
  [`net.http_get('http://a.example', headers := '{"HOST": "b"}')`, 'Basalt sets the header HOST'],
  [`net.http_get('http://a.example', headers := '{"Transfer-Encoding": "chunked"}')`, 'Basalt sets'],
  [`net.http_post('http://a.example', headers := '{"content-type": "text/plain"}')`, 'application/json'],
  ["net.http_post('http://a.example', to_jsonb(repeat('x', 1048577)))", 'more than 1 MB'],
  ["net.http_get('http://a.example/' || repeat('x', 8000))", 'more than 8000 characters'],
  ["net.http_get('http://a.example', timeout_milliseconds := 0)", 'from 1 to 60000'],
  ["net.http_get('http://a.example', timeout_milliseconds := 60001)", 'from 1 to 60000'],
])('%s is refused at once', async (call, message) => {
  await expect(project.sql(`select ${call}`)).rejects.toThrow(message)
})

test('no more than 10,000 requests wait', async () => {
  const ask = 'select count(net.http_get($1)) from generate_series(1, $2::int)'
  const client = await project.connect()
  await client.query('begin')
  await expect(client.query(ask, ['http://127.0.0.1:1/', 10_001])).rejects.toThrow('10000 requests wait')
  await client.query('rollback')
  await client.end()
})

test.each([
  ['anon', 'permission denied'],
  ['authenticated', 'permission denied'],
])('%s makes no requests until the owner of the project allows it', async (role, message) => {
  const call = `set role ${role}; select net.http_get('http://127.0.0.1:1/')`
  await expect(project.sql(call)).rejects.toThrow(message)
  await project.sql(`
    grant usage on schema net to ${role};
    grant execute on function net.http_get(text, jsonb, jsonb, int) to ${role}`)
  await project.sql(call)
  for (const text of [
    'select from net._http_response',
    'select from basalt.http_requests',
    `insert into basalt.http_requests (method, url, headers, timeout_milliseconds) values ('GET', 'x', '{}', 1)`,
    `select basalt.add_http_request('GET', 'http://a.example', null, null, null, 1)`,
  ])
    await expect(project.sql(`set role ${role}; ${text}`)).rejects.toThrow('permission denied')
})

test('the service role makes requests and reads answers, and the owner deletes answers', async () => {
  await project.sql(
    `set role service_role; select net.http_get('http://127.0.0.1:1/'); select from net._http_response`,
  )
  await expect(project.sql('delete from net._http_response')).resolves.toEqual([])
  await expect(project.sql('insert into net._http_response (id) values (1)')).rejects.toThrow('denied')
  const insert = `insert into basalt.http_requests (method, url, headers, timeout_milliseconds) values ('GET', 'x', '{}', 1)`
  await expect(project.sql(insert)).rejects.toThrow('permission denied')
})

test('old answers are deleted', async () => {
  await asAdmin.session(project.ref, (client) =>
    client.query(`insert into net._http_response (id, created) values
      (-1, clock_timestamp() - interval '361 minutes'), (-2, clock_timestamp() - interval '359 minutes')`),
  )
  await asAdmin.session(project.ref, trimAnswers)
  expect(await project.sql('select id from net._http_response where id < 0')).toEqual([{ id: '-2' }])
})

test('requests to private networks are refused unless the operator allows them', async () => {
  await using receiver = await openReceiver()
  await using closed = await openDataApi('')
  const { port } = new URL(receiver.url)
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '169.254.169.254',
  ]
  for (const host of hosts) await closed.sql('select net.http_get($1)', [`http://${host}:${port}/`])
  await closed.httpRequests.settled(closed.ref)
  const answers = await closed.sql('select status_code, error_msg from net._http_response')
  expect(answers).toHaveLength(hosts.length)
  for (const answer of answers)
    expect(answer).toEqual({
      status_code: null,
      error_msg: 'Not sent: this installation does not send to private networks',
    })
  expect(receiver.received).toEqual([])
})

test('a project that is put to sleep with requests is woken, and sends them once', async () => {
  await using receiver = await openReceiver()
  await using sleeping = await openSleepingProject(ALLOWED)
  const { owner, ref, httpRequests } = sleeping
  const query = `select net.http_get('${receiver.url}')`
  expect((await owner.call(runQuery, { params: { ref }, body: { query } })).status).toBe(200)
  await sleeping.fallsAsleep()
  expect(receiver.received).toEqual([])
  await httpRequests.start()
  await waitFor(() => receiver.received.length === 1)
  await httpRequests.settled(ref)
  await sleeping.fallsAsleep()
  expect((await sleeping.project()).asleep_since).not.toBeNull()
  expect(receiver.received).toHaveLength(1)
})

test('a request that a restart of the database cut off is sent again, and one with an answer is not', async () => {
  await using receiver = await openReceiver()
  let arrived = 0
  let isSilent = true
  await using slow = await answering((_request, response) => {
    arrived++
    if (!isSilent) response.end('late')
  })
  await using restarted = await openDataApi('', ALLOWED)
  await restarted.sql('select net.http_get($1)', [receiver.url])
  await restarted.httpRequests.start()
  await restarted.httpRequests.settled(restarted.ref)
  await restarted.sql('select net.http_get($1, timeout_milliseconds := 60000)', [slow.url])
  restarted.httpRequests.refresh(restarted.ref)
  await waitFor(() => arrived === 1)
  await restarted.owner.call(restartProject, { params: { ref: restarted.ref } })
  isSilent = false
  await waitFor(() => arrived === 2)
  await restarted.httpRequests.settled(restarted.ref)
  await restarted.httpRequests.close()
  const answers = await restarted.sql('select content from net._http_response order by id')
  expect(answers).toEqual([{ content: 'a secret of the receiver' }, { content: 'late' }])
  expect(receiver.received).toHaveLength(1)
})
