import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { exportTable } from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import type { TableExport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../../test/people.ts'

let project: DataApiFixture
let reader: Person
beforeAll(async () => {
  project = await openDataApi('')
  const [organization] = (await project.owner.call(listOrganizations)).body
  reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  await project.sql(`
    create type mood as enum ('calm', 'ten"se');
    create table books (
      id int8 primary key generated always as identity, title text, price numeric, mood mood, tags text[], document json,
      twice numeric generated always as (price * 2) stored);
    insert into books (title, price, mood, tags, document) values
      ('It''s, "one"', 1.10, 'calm', '{a,"b c"}', E'{"a":\\n 12345678901234567890}'),
      ('', 20, 'ten"se', '{}', null),
      (null, 3, null, null, '[]'),
      ('=1+1', 'NaN', null, null, null);
    create table "Bob's ""x"".y/🐘" (id int);
    create table owned (id int primary key, owner text);
    alter table owned enable row level security;
    create policy own on owned to authenticated using (owner = auth.jwt() ->> 'name');
    grant select on owned to authenticated;
    insert into owned values (1, 'ann'), (2, 'bob');
    create table partly (id int primary key, secret text);
    revoke all on partly from authenticated; grant select (id) on partly to authenticated;
    insert into partly values (1, 'hidden');
    create view failing as select 1 / (200000 - n) as one from generate_series(1, 300000) n;
    create view failing_at_once as select 1 / (n - 1) as one from generate_series(1, 3) n;
    create view endless as select n, repeat('x', 1000) as filler from generate_series(1, 1000) m, generate_series(1, 100000) n;
    create table empty (id int);
    create table no_columns ()`)
})
afterAll(() => project[Symbol.asyncDispose]())

async function request(
  name: string,
  body: Partial<TableExport> = {},
  { signal, person = project.owner }: { signal?: AbortSignal; person?: Person } = {},
) {
  const [{ oid }] = (await project.sql('select $1::regclass::oid::int8::text as oid', [name])) as [
    { oid: string },
  ]
  return fetch(project.origin + requestUrl(exportTable, { params: { ref: project.ref, oid } }), {
    method: 'POST',
    headers: { ...person.headers, origin: project.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', ...body }),
    ...(signal && { signal }),
  })
}
const text = async (...args: Parameters<typeof request>) => (await request(...args)).text()

test('a table is exported as CSV that tells NULL and the empty text apart', async () => {
  const reply = await request('books', { columns: ['id', 'title', 'price', 'mood', 'tags', 'twice'] })
  expect(reply.headers.get('content-disposition')).toMatch(/filename="?books\.csv/)
  expect(await reply.text()).toBe(
    [
      'id,title,price,mood,tags,twice',
      '1,"It\'s, ""one""",1.10,calm,"{a,""b c""}",2.20',
      '2,"",20,"ten""se",{},40',
      '3,,3,,,6',
      '4,=1+1,NaN,,,NaN',
      '',
    ].join('\r\n'),
  )
})

test('no value of a file for spreadsheets acts as a formula', async () => {
  expect(await text('books', { format: 'spreadsheet', columns: ['title'], filter: ['id:eq:4'] })).toBe(
    "title\r\n'=1+1\r\n",
  )
})

test('JSON and JSON lines have the values of JSON that are exact', async () => {
  const columns = ['id', 'price', 'document']
  expect(await text('books', { format: 'json', columns, filter: ['id:lte:2'] })).toBe(
    '[\n  { "id": 1, "price": "1.10", "document": {"a":\n 12345678901234567890} },\n  { "id": 2, "price": "20", "document": null }\n]\n',
  )
  expect(await text('books', { format: 'jsonl', columns, filter: ['id:lte:2'] })).toBe(
    '{"id":1,"price":"1.10","document":{"a":  12345678901234567890}}\n{"id":2,"price":"20","document":null}\n',
  )
})

test('SQL names the table and leaves out generated columns', async () => {
  expect(await text('books', { format: 'sql', filter: ['id:eq:3'] })).toBe(
    `insert into "public"."books" ("id", "title", "price", "mood", "tags", "document") overriding system value values (3, null, 3, null, null, '[]');\n`,
  )
})

test('filters, sorts and chosen rows restrict what is exported', async () => {
  const columns = ['id']
  expect(await text('books', { columns, filter: ['title:is:not null'], sort: ['title:desc'] })).toBe(
    'id\r\n1\r\n4\r\n2\r\n',
  )
  expect(await text('books', { columns, sort: ['mood:asc:nullsfirst', 'id:desc'] })).toBe(
    'id\r\n4\r\n3\r\n1\r\n2\r\n',
  )
  expect(await text('books', { columns, rows: [['3'], ['1']] })).toBe('id\r\n1\r\n3\r\n')
  expect(await text('books', { columns, rows: [] })).toBe('id\r\n')
})

test('a table without rows is a header line', async () => {
  expect(await text('empty')).toBe('id\r\n')
  expect(await text('empty', { format: 'json' })).toBe('[]\n')
})

test('a file is named after its table, whatever that is called', async () => {
  const reply = await request(`"Bob's ""x"".y/🐘"`)
  expect(reply.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Bob%27s%20_x_.y_%F0%9F%90%98.csv",
  )
})

test('a role exports what its policies and column rights let it read', async () => {
  const acting = { role: 'authenticated', claims: { name: 'bob' } }
  expect(await text('owned', acting)).toBe('id,owner\r\n2,bob\r\n')
  expect(await text('partly', { role: 'authenticated' })).toBe('id\r\n1\r\n')
})

test('a read-only member exports, but not as another role', async () => {
  expect(await text('owned', {}, { person: reader })).toMatch(/^id,owner\r\n/)
  expect((await request('owned', { role: 'authenticated' }, { person: reader })).status).toBe(403)
})

test.each([
  ['books', { columns: ['nothing'] }, 'There is no column nothing.'],
  ['no_columns', {}, 'There is no column that you can read and export.'],
  ['books', { filter: ['gone:eq:1'] }, 'Filter: There is no column gone.'],
  ['books', { filter: ['id:eq:x'] }, 'Filter: Invalid input syntax for type bigint: "x".'],
  ['books', { rows: [['1', '2']] }, 'Send each row as its page brought it.'],
  ['failing_at_once', {}, 'division by zero'],
])('an export of %s with %j is refused before a byte is written', async (name, body, message) => {
  const reply = await request(name, body)
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([400, message])
})

test('an export that fails midway breaks off, so that it is not mistaken for complete', async () => {
  await expect(text('failing')).rejects.toThrow()
})

test('failed exports leave no transaction open', async () => {
  for (let count = 0; count < 3; count += 1) await text('failing_at_once')
  const open = () =>
    project.sql(
      `select from pg_stat_activity where application_name = 'basalt dashboard' and state <> 'idle'`,
    )
  await waitFor(async () => (await open()).length === 0)
})

const running = async (fragment: string) =>
  (
    await project.sql(
      `select state, wait_event from pg_stat_activity where query like '%' || $1 || '%' and pid <> pg_backend_pid() and state = 'active'`,
      [fragment],
    )
  ).length

test('a reader that stops reading stops the backend, and one that leaves ends it', async () => {
  const leaving = new AbortController()
  const reply = await request('endless', {}, { signal: leaving.signal })
  const reading = reply.body!.getReader()
  await reading.read()
  const blocked = () =>
    project.sql(`select from pg_stat_activity where wait_event = 'ClientWrite' and query like '%"endless"%'`)
  await waitFor(async () => (await blocked()).length === 1)
  leaving.abort()
  await waitFor(async () => (await running('"public"."endless"')) === 0)
})

test('an export whose connection to the database is lost before its first row says so', async () => {
  const holder = await project.connect()
  await holder.query('begin; lock table empty')
  const exporting = request('empty', { format: 'csv' })
  const waiting = `select pg_terminate_backend(pid) as is_ended from pg_locks where not granted and pid <> pg_backend_pid()`
  await waitFor(async () => (await project.sql(waiting)).length > 0)
  await holder.end()
  const reply = await exporting
  expect([reply.status, await reply.json()]).toMatchObject([
    503,
    {
      code: 'instance_unavailable',
      message: 'The connection to the database was lost. Try again in a moment.',
    },
  ])
})
