import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import {
  cancelImport,
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { IMPORT_PART_BYTES, IMPORTS_MAX } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type {
  ImportEvent,
  ImportResult,
  StartedImport,
} from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { collectGarbage } from '@basalt/testing/collect-garbage.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunText } from '../../../platform/project-databases/sql/member-transaction.ts'
import type { ProtocolClient } from '../../../platform/project-databases/sql/protocol.ts'
import { type DataApiFixture, openDataApi } from '../../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../../test/people.ts'
import { prepareImport } from './import-program.ts'

let project: DataApiFixture
let reader: Person
beforeAll(async () => {
  project = await openDataApi('')
  const [organization] = (await project.owner.call(listOrganizations)).body
  reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  await project.sql(`
    create table books (id int8 primary key, title text not null, price numeric check (price > 0), at date);
    create view cheap as select * from books;
    create table owned (id int primary key, owner text);
    alter table owned enable row level security;
    create policy own on owned to authenticated with check (owner = auth.jwt() ->> 'name')`)
})
afterAll(() => project[Symbol.asyncDispose]())
beforeEach(() => project.sql('truncate books, owned'))

const oidOf = async (name: string) =>
  Number((await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid)
const start = async (table: string, body: object = {}, person: Person = project.owner) =>
  person.call(startImport, {
    params: { ref: project.ref },
    body: { into: { oid: await oidOf(table) }, columns: ['id', 'title'], ...body } as never,
  })
async function started(...args: Parameters<typeof start>): Promise<StartedImport> {
  const { status, body } = await start(...args)
  expect([status, body]).toMatchObject([201, {}])
  return body
}
const send = (id: string, part: number, bytes: string | Buffer, type = 'application/octet-stream') =>
  fetch(
    project.origin + requestUrl(sendImportPart, { params: { ref: project.ref, id, part: String(part) } }),
    {
      method: 'PUT',
      headers: { ...project.owner.headers, origin: project.origin, 'content-type': type },
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    },
  )
async function sent(...args: Parameters<typeof send>) {
  const reply = await send(...args)
  expect([reply.status, await reply.json()]).toMatchObject([200, {}])
}
async function finish(id: string, parts: number, bad_lines = 0): Promise<ImportEvent[]> {
  const reply = await fetch(project.origin + requestUrl(finishImport, { params: { ref: project.ref, id } }), {
    method: 'POST',
    headers: { ...project.owner.headers, origin: project.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ parts, bad_lines }),
  })
  expect(reply.status).toBe(200)
  return (await reply.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
async function result(id: string, parts: number, bad = 0): Promise<ImportResult> {
  const last = (await finish(id, parts, bad)).at(-1)
  if (last?.type !== 'done') throw new Error(JSON.stringify(last))
  return last.result
}
const books = () => project.sql('select id::text, title from books order by id')
const importing = () =>
  project.sql(
    `select pid, query from pg_stat_activity where application_name = 'basalt dashboard' and state <> 'idle' and backend_type = 'client backend'`,
  )

test('rows sent in parts are there once the import is finished, and not before', async () => {
  const { id, has_line_numbers } = await started('books')
  expect(has_line_numbers).toBe(false)
  await sent(id, 0, '1\tone\n2\tt')
  await sent(id, 1, 'wo\\n\\\\\n')
  expect(await books()).toEqual([])
  expect(await result(id, 2)).toMatchObject({ outcome: 'imported', inserted: 2, bad_line_count: 0 })
  expect(await books()).toEqual([
    { id: '1', title: 'one' },
    { id: '2', title: 'two\n\\' },
  ])
  expect((await send(id, 2, '3\tx\n')).status).toBe(409)
})

test('a part whose answer was lost can be sent again', async () => {
  const { id } = await started('books')
  await sent(id, 0, '1\tone\n')
  await sent(id, 0, '1\tone\n')
  expect((await send(id, 2, '2\ttwo\n')).status).toBe(409)
  expect(await result(id, 1)).toMatchObject({ inserted: 1 })
})

test('the end of an import whose answer was lost can be asked for again', async () => {
  const { id } = await started('books')
  await sent(id, 0, '1\tone\n')
  const first = await result(id, 1)
  expect(await result(id, 1)).toEqual(first)
  expect(await books()).toHaveLength(1)
})

test('a direct import that does not fit is refused as a whole, with what PostgreSQL said', async () => {
  const { id } = await started('books')
  await send(id, 0, '1\tone\nx\ttwo\n')
  // PostgreSQL may have refused the part itself, or only its end.
  const reply = await send(id, 1, '3\tthree\n')
  const failure = reply.ok ? (await finish(id, 2)).at(-1) : await reply.json()
  expect(failure).toMatchObject({
    code: 'sql_failed',
    sqlstate: '22P02',
    message: 'invalid input syntax for type bigint: "x"',
  })
  expect(await books()).toEqual([])
  await waitFor(async () => (await importing()).length === 0)
})

test('an explained import names every bad line, and imports nothing', async () => {
  const { id, has_line_numbers } = await started('books', {
    explain: true,
    columns: ['id', 'title', 'price'],
  })
  expect(has_line_numbers).toBe(true)
  await sent(id, 0, '2\t1\tone\t1\n3\tx\ttwo\t1\n4\t1\tagain\t1\n7\t5\tfree\t0\n9\t6\t\\N\t1\n')
  expect(await result(id, 1)).toMatchObject({
    outcome: 'refused',
    inserted: 0,
    bad_line_count: 4,
    bad_lines: [
      { line: 3, column: 'id', value: 'x', reason: 'invalid input syntax for type bigint: "x"' },
      { line: 4, reason: expect.stringContaining('Key (id)=(1) already exists.') },
      { line: 7, reason: expect.stringContaining('books_price_check') },
      { line: 9, column: 'title', value: null },
    ],
  })
  expect(await books()).toEqual([])
})

test('bad lines can be left out', async () => {
  const { id } = await started('books', { skip_bad_lines: true })
  await sent(id, 0, '1\t1\tone\n2\tx\ttwo\n')
  expect(await result(id, 1, 5)).toMatchObject({ outcome: 'imported', inserted: 1, bad_line_count: 1 })
  expect(await books()).toEqual([{ id: '1', title: 'one' }])
})

test('bad lines that the sender found refuse the import too', async () => {
  const { id } = await started('books', { explain: true })
  await sent(id, 0, '1\t1\tone\n')
  expect(await result(id, 1, 1)).toMatchObject({ outcome: 'refused', bad_line_count: 0 })
  expect(await books()).toEqual([])
})

test('rows update those whose key they have', async () => {
  await project.sql(`insert into books values (1, 'old')`)
  const { id } = await started('books', { on_conflict: { key: ['id'], action: 'update' } })
  await sent(id, 0, '1\t1\tnew\n2\t2\tnew\n')
  expect(await result(id, 1)).toMatchObject({ inserted: 1, updated: 1, skipped: 0 })
})

test('a new table is created with its rows, or not at all', async () => {
  const into = {
    table: {
      schema: 'public',
      name: 'Bob\'s "🐘".x',
      columns: [
        { name: 'se"lect', type: 'int8' },
        { name: 'at', type: 'date' },
      ],
      primary_key: null,
    },
  }
  const failing = await started('books', { into, columns: ['se"lect', 'at'], date_order: 'dmy' })
  await send(failing.id, 0, '1\t31/12/2026\n2\tx\n')
  await finish(failing.id, 1).catch(() => undefined)
  await waitFor(async () => (await importing()).length === 0)
  expect(await project.sql(`select from pg_class where relname like 'Bob%'`)).toEqual([])

  const { id } = await started('books', { into, columns: ['se"lect', 'at'], date_order: 'dmy' })
  await sent(id, 0, '7\t31/12/2026\n')
  const { oid } = await result(id, 1)
  expect(await project.sql(`select relrowsecurity from pg_class where oid = ${oid}`)).toEqual([
    { relrowsecurity: true },
  ])
  expect(await project.sql(`select id::text, "se""lect"::text, at::text from "Bob's ""🐘"".x"`)).toEqual([
    { id: '1', 'se"lect': '7', at: '2026-12-31' },
  ])
  expect(await start('books', { into, columns: ['at'] })).toMatchObject({
    status: 400,
    body: { code: 'sql_failed', sqlstate: '42P07' },
  })
})

test('a role imports what its policies allow', async () => {
  const { id, has_line_numbers } = await started('owned', {
    columns: ['id', 'owner'],
    role: 'authenticated',
    claims: { name: 'ann' },
    skip_bad_lines: true,
  })
  expect(has_line_numbers).toBe(true)
  await sent(id, 0, '1\t1\tann\n2\t2\tbob\n')
  expect(await result(id, 1)).toMatchObject({
    inserted: 1,
    bad_lines: [{ line: 2, reason: expect.stringContaining('row-level security') }],
  })
})

test('a read-only member is refused', async () => {
  expect(await start('books', {}, reader)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('change data with SQL') },
  })
})

test('nobody else can add to an import', async () => {
  const { id } = await started('books')
  const colleague = await aMember(
    project,
    project.owner,
    (await project.owner.call(listOrganizations)).body[0]!.slug,
    { role_id: 'developer' },
  )
  const params = { ref: project.ref, id }
  expect((await colleague.call(cancelImport, { params })).status).toBe(404)
  expect((await project.owner.call(cancelImport, { params })).status).toBe(200)
})

test('a cancelled import ends its backend and leaves nothing', async () => {
  const { id } = await started('books', { explain: true })
  await sent(id, 0, '1\t1\tone\n')
  expect((await importing()).map(({ query }) => query)).toEqual([
    expect.stringContaining('copy pg_temp.basalt_import'),
  ])
  expect((await project.owner.call(cancelImport, { params: { ref: project.ref, id } })).status).toBe(200)
  await waitFor(async () => (await importing()).length === 0)
  expect(await project.sql(`select from pg_class where relname like 'basalt_import%'`)).toEqual([])
  expect((await send(id, 1, '2\t2\ttwo\n')).status).toBe(410)
})

test('a sender that leaves while rows are written cancels the import', async () => {
  await project.sql(`create or replace function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(600); return new; end $$;
    create trigger slow before insert on owned for each row execute function slow()`)
  const { id } = await started('owned', { columns: ['id', 'owner'], skip_bad_lines: true })
  await sent(id, 0, '1\t1\tann\n')
  const leaving = new AbortController()
  const reply = await fetch(project.origin + requestUrl(finishImport, { params: { ref: project.ref, id } }), {
    method: 'POST',
    headers: { ...project.owner.headers, origin: project.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ parts: 1 }),
    signal: leaving.signal,
  })
  await reply.body!.getReader().read()
  const writing = async () =>
    (await importing()).some(({ query }) => query.includes('insert into "public"."owned"'))
  await waitFor(writing)
  leaving.abort()
  await waitFor(async () => (await importing()).length === 0)
  await project.sql('drop trigger slow on owned')
  expect(await project.sql('select from owned')).toEqual([])
})

const endBackends = (query: string) =>
  project.sql(
    'select pg_terminate_backend(pid) from pg_stat_activity where query like $1 and pid <> pg_backend_pid()',
    [query],
  )

test.each<[string, object, string, string]>([
  ['that copies', {}, '1\tone\n', 'copy "public"."books"%'],
  ['that stages', { explain: true }, '1\t1\tone\n', 'copy pg_temp.basalt_import%'],
])(
  'an import %s says that its connection to the database was lost, and imports nothing',
  async (_how, body, row, query) => {
    const { id } = await started('books', body)
    await sent(id, 0, row)
    await endBackends(query)
    await waitFor(async () => !(await send(id, 1, row)).ok)
    const reply = await send(id, 1, row)
    expect([reply.status, await reply.json()]).toMatchObject([
      503,
      {
        code: 'instance_unavailable',
        message: 'The connection to the database was lost. Nothing was changed. Try again in a moment.',
      },
    ])
    expect(await books()).toEqual([])
  },
)

test('a connection that is lost during the commit leaves open whether the rows were imported', async () => {
  await project.sql(`create table slow_to_commit (id int); create table awaited ();
    create function awaiting() returns trigger language plpgsql as 'begin perform from awaited; return null; end';
    create constraint trigger awaits after insert on slow_to_commit deferrable initially deferred
      for each row execute function awaiting()`)
  const holder = await project.connect()
  await holder.query('begin; lock table awaited')
  const { id } = await started('slow_to_commit', { columns: ['id'] })
  await sent(id, 0, '1\n')
  const finishing = finish(id, 1)
  await waitFor(async () => (await importing()).some(({ query }) => query === 'commit'))
  await endBackends('commit')
  expect((await finishing).at(-1)).toMatchObject({
    type: 'failed',
    code: 'instance_unavailable',
    is_outcome_unknown: true,
    message: expect.stringContaining('check whether they were made'),
  })
  await holder.end()
})

test('a server that dies leaves neither rows nor a staging table', async () => {
  const client = (await project.connect()) as unknown as ProtocolClient
  client.on('error', () => undefined)
  const run: RunText = async ({ text, values }) => {
    const { rows } = await client.query<(string | null)[]>({ text, values: [...values], rowMode: 'array' })
    return rows ?? []
  }
  await client.query('begin')
  const request = {
    into: { oid: await oidOf('books') },
    columns: ['id', 'title'],
    on_conflict: null,
    skip_bad_lines: true,
    explain: false,
    date_order: 'mdy' as const,
  }
  const { copy } = await prepareImport(run, client, request)
  await copy.write(Buffer.from('1\t1\tone\n'))
  client.connection.stream.destroy()
  const left = () => project.sql(`select from pg_class where relname like 'basalt_import%'`)
  await waitFor(async () => (await left()).length === 0)
  expect(await books()).toEqual([])
})

test('a locked table is said to be locked', async () => {
  const client = await project.connect()
  try {
    await client.query('begin; lock table books')
    expect(await start('books')).toMatchObject({
      status: 400,
      body: { sqlstate: '55P03', message: expect.stringContaining('has locked this table') },
    })
  } finally {
    await client.end()
  }
})

test('a table that is dropped while its rows are staged is said to be gone', async () => {
  await project.sql('create table doomed (id int)')
  const { id } = await started('doomed', { columns: ['id'], skip_bad_lines: true })
  await sent(id, 0, '1\t1\n')
  await project.sql('drop table doomed')
  expect((await finish(id, 1)).at(-1)).toMatchObject({
    type: 'failed',
    sqlstate: '42P01',
    message: 'relation "public.doomed" does not exist',
  })
})

test('only a few imports run at once', async () => {
  const all = await Promise.all(Array.from({ length: IMPORTS_MAX }, () => started('books')))
  expect(await start('books')).toMatchObject({ status: 409 })
  for (const { id } of all) await project.owner.call(cancelImport, { params: { ref: project.ref, id } })
})

test.each([
  [{ columns: [] }, 'columns: Choose at least one column'],
  [{ columns: ['nothing'] }, 'There is no column nothing.'],
  [{ columns: ['id', 'id'] }, 'The column id is filled twice.'],
  [{ into: { oid: 1 } }, 'Table or view 1 does not exist'],
  [{ on_conflict: { key: ['at'], action: 'skip' } }, 'The key column at has to be filled from the file.'],
])('an import with %j is refused', async (body, message) => {
  expect((await start('books', body)).body).toMatchObject({ message })
})

test('a part is bytes, and no larger than allowed', async () => {
  const { id } = await started('books')
  expect((await send(id, 0, '{}', 'application/json')).status).toBe(415)
  expect((await send(id, 0, Buffer.alloc(IMPORT_PART_BYTES + 1))).status).toBe(413)
  await sent(id, 0, '1\tone\n')
  expect(await result(id, 1)).toMatchObject({ inserted: 1 })
})

test('a part that is not COPY text is refused by PostgreSQL', async () => {
  const { id } = await started('books')
  await send(id, 0, '1\n')
  expect((await finish(id, 1)).at(-1)).toMatchObject({ type: 'failed', sqlstate: '22P04' })
})

test('a large import keeps no more than a part in memory', async () => {
  const { id } = await started('books')
  const ofPart = 8000
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  /** Memory in use. This process has the client too, which frees what it sent a little later. */
  const inUse = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  for (let part = 0; part < 10; part += 1) {
    const rows = Array.from({ length: ofPart }, (_, row) => `${part * ofPart + row}\t${'x'.repeat(1000)}\n`)
    await sent(id, part, rows.join(''))
    await waitFor(() => inUse() < 2 * IMPORT_PART_BYTES)
  }
  expect(await result(id, 10)).toMatchObject({ inserted: 10 * ofPart })
})
