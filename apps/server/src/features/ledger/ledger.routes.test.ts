import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { CHANGE_DAYS, CHANGE_SQL_MAX } from '@basalt/contract/ledger/ledger.rules.ts'
import type { Change } from '@basalt/contract/ledger/ledger.schema.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { endHeldTransaction, runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { applySchemaChange } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import { createSchema } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { deleteMatchingRows, saveEdits } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import {
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'

let project: DataApiFixture
let owner: Person
let reader: Person
beforeAll(async () => {
  project = await openDataApi('')
  owner = project.owner
  const [organization] = (await owner.call(listOrganizations)).body
  reader = await aMember(project, owner, organization!.slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const run = (query: string, person = owner, body: object = {}) =>
  person.call(runQuery, { params: params(), query: {}, body: { query, ...body } } as never)
const changes = async (query: object = {}, person = owner): Promise<Change[]> =>
  (await person.call(listChanges, { params: params(), query } as never)).body.changes
const oidOf = async (name: string) =>
  Number((await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid)

test('SQL that changes the schema is kept with its author, time, rows and role, without what it only reads', async () => {
  await run('select 1; create table books (id int8 primary key, title text); select 2')
  expect(await changes()).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      kind: 'schema',
      origin: 'sql_editor',
      sql: 'create table books (id int8 primary key, title text);',
      missing: null,
      made_by: owner.email,
      role: 'postgres',
      made_at: expect.any(String),
      duration_ms: expect.any(Number),
      row_count: null,
      outcome: 'done',
      error: null,
      migration: null,
    },
  ])
  expect(await changes({}, reader)).toHaveLength(1)
})

test('SQL that only reads is not kept', async () => {
  const before = await changes()
  await run("select 'create table' as words, 'insert into' as more")
  await run('begin; create table given_up (); rollback')
  await run('create table not_committed (); begin')
  await run('create table by_reader ()', reader)
  expect(await changes()).toEqual(before)
})

test('changed rows are counted', async () => {
  await run(
    "insert into books select n, 'b' from generate_series(1, 7) n; update books set title = 'c' where id < 4",
  )
  expect((await changes())[0]).toMatchObject({ kind: 'data', row_count: 10 })
})

test('a failed change is kept with its error, and what was committed before it on its own', async () => {
  await run('begin; create table kept_a (); commit; create table lost_b (); create table kept_a ()')
  expect((await changes()).slice(0, 2)).toMatchObject([
    {
      outcome: 'failed',
      sql: 'create table lost_b ();\n\ncreate table kept_a ();',
      error: 'relation "kept_a" already exists',
    },
    { outcome: 'done', sql: 'create table kept_a ();' },
  ])
})

test('a change that was held for review is kept once it is committed', async () => {
  const before = await changes()
  const hold = async (title: string) => {
    const id = crypto.randomUUID()
    await owner
      .send('POST', requestUrl(streamQuery, { params: params() }), {
        query: `begin; update books set title = '${title}' where id = 1`,
        keep: id,
        hold: true,
      })
      .catch(() => undefined)
    return id
  }
  const end = (id: string, how: 'commit' | 'rollback') =>
    owner.call(endHeldTransaction, { params: { ...params(), id }, body: { how } })
  expect((await end(await hold('dropped'), 'rollback')).status).toBe(200)
  expect(await changes()).toEqual(before)
  await project.sql(`
    create table commits (at timestamptz);
    create function note_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.01); insert into commits values (clock_timestamp()); return null; end $$;
    create constraint trigger noted after update on books deferrable initially deferred
      for each row execute function note_commit()`)
  expect((await end(await hold('kept'), 'commit')).status).toBe(200)
  const [change] = await changes()
  expect(change).toMatchObject({
    kind: 'data',
    sql: "update books set title = 'kept' where id = 1;",
    made_by: owner.email,
    outcome: 'done',
  })
  // A restore to that time has the database as it was before.
  expect(await project.sql('select at > $1 as is_later from commits', [change!.made_at])).toEqual([
    { is_later: true },
  ])
  await project.sql('drop trigger noted on books')
})

test('forms of tables and schemas are kept with their SQL, also when PostgreSQL refuses it', async () => {
  await owner.call(createSchema, { params: params(), body: { name: 'My "shop"' } })
  expect((await changes())[0]).toMatchObject({
    kind: 'schema',
    origin: 'table_editor',
    sql: 'create schema "My ""shop""";',
  })
  await project.sql('create table "My ""shop""".t (id int); create view v as select id from "My ""shop""".t')
  const drop = async (cascade: boolean) =>
    owner.call(applySchemaChange, {
      params: params(),
      body: {
        kind: 'drop_entity',
        id: await oidOf('"My ""shop""".t'),
        cascade,
        ...(await fingerprint('"My ""shop""".t')),
      },
    } as never)
  await drop(false)
  expect((await changes())[0]).toMatchObject({ outcome: 'failed', error: expect.stringContaining('depend') })
  await drop(true)
  expect((await changes())[0]).toMatchObject({
    outcome: 'done',
    sql: expect.stringMatching(/^drop table .* cascade/),
  })
})

async function fingerprint(name: string) {
  const { body } = await owner.send(
    'GET',
    `/platform/pg-meta/${project.ref}/table-definitions/${await oidOf(name)}`,
  )
  return { fingerprint: (body as { fingerprint: string }).fingerprint }
}

test('edited and deleted rows are kept as SQL that makes the change again', async () => {
  await run('truncate books')
  const oid = await oidOf('books')
  await owner.call(saveEdits, {
    params: { ...params(), oid },
    body: { edits: [{ kind: 'insert', set: { id: '1', title: "it's" } }] },
  } as never)
  const [inserted] = await changes()
  expect(inserted).toMatchObject({ kind: 'data', origin: 'table_editor', row_count: 1 })
  await owner.call(deleteMatchingRows, {
    params: { ...params(), oid },
    body: { filter: ["title:eq:it's"] },
  } as never)
  const [deleted] = await changes()
  expect(deleted).toMatchObject({
    row_count: 1,
    sql: expect.stringMatching(/^delete from "public"\."books" t where/),
  })
  await project.sql(inserted!.sql)
  expect(await project.sql('select * from books')).toEqual([{ id: '1', title: "it's" }])
  await project.sql(deleted!.sql)
  expect(await project.sql('select * from books')).toEqual([])
})

test('an import is kept with the table that it makes, and without the rows of its file', async () => {
  const load = async (into: object) => {
    const { body } = await owner.call(startImport, {
      params: params(),
      body: { into, columns: ['n'] },
    } as never)
    const { id } = body as unknown as { id: string }
    await project.app.inject({
      method: 'PUT',
      url: requestUrl(sendImportPart, { params: { ...params(), id, part: '0' } }),
      headers: { ...owner.headers, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('1\n2\n'),
    })
    await owner
      .send('POST', requestUrl(finishImport, { params: { ...params(), id } }), { parts: 1 })
      .catch(() => undefined)
  }
  await load({
    table: { schema: 'public', name: 'loaded', columns: [{ name: 'n', type: 'int8' }], primary_key: null },
  })
  const [made] = await changes()
  expect(made).toMatchObject({ kind: 'schema', origin: 'import', missing: null, row_count: 2 })
  await load({ oid: await oidOf('loaded') })
  expect((await changes())[0]).toMatchObject({ kind: 'data', missing: 'rows', row_count: 2 })
  await project.sql('drop table loaded')
  await project.sql(made!.sql)
  expect(await project.sql('select * from loaded')).toEqual([])
})

test('secrets are removed, and the change says that they are missing', async () => {
  await run("create role keeper password 'hunter2hunter2'")
  const [change] = await changes()
  expect(change).toMatchObject({ missing: 'secrets', sql: "create role keeper password '…';" })
  await run("create role keeper password 'hunter2hunter2'")
  expect(JSON.stringify(await changes())).not.toContain('hunter2')
})

test('long SQL is cut to well-formed text', async () => {
  await run(`comment on table books is '${'😀'.repeat(CHANGE_SQL_MAX / 2)}'`)
  const [change] = await changes()
  expect(change).toMatchObject({ missing: 'end', outcome: 'done' })
  expect(change!.sql.length).toBeLessThanOrEqual(CHANGE_SQL_MAX)
})

test('changes are found by text, author, kind, place and result, and read in pages', async () => {
  for (const n of [1, 2, 3]) await run(`comment on table books is 'Paged ${n}'`)
  const first = (await owner.call(listChanges, { params: params(), query: { search: 'pAGED', limit: 2 } }))
    .body
  const last = (
    await owner.call(listChanges, {
      params: params(),
      query: { search: 'pAGED', limit: 2, cursor: first.next_cursor! },
    })
  ).body
  const sqls = [...first.changes, ...last.changes].map((change) => /Paged \d/.exec(change.sql)?.[0])
  expect([sqls, last.next_cursor]).toEqual([['Paged 3', 'Paged 2', 'Paged 1'], null])
  const all = await changes()
  for (const [query, fits] of [
    [{ kind: 'data' }, (change: Change) => change.kind === 'data'],
    [{ origin: 'import' }, (change: Change) => change.origin === 'import'],
    [{ outcome: 'failed' }, (change: Change) => change.outcome === 'failed'],
    [{ search: owner.email }, () => true],
    [{ search: '%' }, (change: Change) => change.sql.includes('%')],
  ] as const)
    expect(await changes(query)).toEqual(all.filter(fits))
})

test('changes are kept in the order in which they were made, however many at once', async () => {
  await run('create table ordered (n int)')
  await Promise.all(Array.from({ length: 20 }, (_, n) => run(`insert into ordered values (${n})`)))
  const rows = await project.sql('select n from ordered order by ctid')
  const kept = (await changes({ search: 'insert into ordered' })).toReversed()
  expect(kept).toHaveLength(rows.length)
})

test('old changes are deleted', async () => {
  await run("comment on table books is 'Recent'")
  await sql`update changes set made_at = now() - make_interval(days => ${CHANGE_DAYS + 1}) where sql like '%Paged%'`.execute(
    project.metadata,
  )
  await runJob(project, 'changes-retention')
  expect(await changes({ search: 'Paged' })).toEqual([])
  expect(await changes({ search: 'Recent' })).toHaveLength(1)
})
