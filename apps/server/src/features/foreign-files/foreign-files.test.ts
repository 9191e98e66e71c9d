import {
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createFileTable,
  dropFileTable,
  listFileTables,
  replaceForeignFile,
  uploadForeignFile,
} from '@basalt/contract/foreign-files/foreign-files.endpoints.ts'
import { readForeignServers } from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, reaches } from '../../test/people.ts'
import { removeUnusedFiles } from './unused-files.ts'

let project: DataApiFixture
let platform: Platform
const features = [
  (given: Platform): Slice => {
    platform = given
    return {}
  },
]
beforeAll(async () => {
  project = await openDataApi('create schema "Größe ""s"""', { features })
})
afterAll(() => project[Symbol.asyncDispose]())
afterEach(async () => {
  await project.sql(`do $$ declare t record; begin
    for t in select ftrelid::regclass::text as name from pg_foreign_table loop execute 'drop foreign table ' || t.name || ' cascade'; end loop;
  end $$`)
  await admin(removeUnusedFiles)
})

const admin = <T>(work: Parameters<typeof platform.databases.asAdmin.session<T>>[1]) =>
  platform.databases.asAdmin.session(project.ref, work)
const params = () => ({ ref: project.ref })
const upload = async (text: string | Buffer, name = 'file.csv', type = 'application/octet-stream') => {
  const { statusCode: status, body } = await project.app.inject({
    method: 'POST',
    url: requestUrl(uploadForeignFile, { params: params(), query: { name } }),
    headers: { ...project.owner.headers, 'content-type': type },
    payload: typeof text === 'string' ? Buffer.from(text) : text,
  })
  return { status, body: JSON.parse(body) as { id: string; bytes: number } }
}
const COLUMNS = [
  { name: 'id', type: 'int8' },
  { name: 'Größe $1', type: 'text' },
] as const
const create = async (text: string | Buffer, body: object = {}) =>
  project.owner.call(createFileTable, {
    params: params(),
    body: {
      file: (await upload(text)).body.id,
      schema: 'public',
      name: 'things',
      columns: [...COLUMNS],
      ...body,
    },
  })
const list = async () => (await project.owner.call(listFileTables, { params: params() })).body.tables
const onDisk = () =>
  admin(async (client) => {
    const { rows } = await client.query(`select name from pg_ls_dir('.') name where name like 'pgsql%'`)
    return rows.map((row) => row.name as string)
  })
const stored = () =>
  admin(async (client) => (await client.query('select file from basalt.foreign_file_parts')).rows)

test('a file is a table, with odd names, and its SQL is recorded', async () => {
  const made = await create('\uFEFFid;x\n1;"a ""b"""\n2;\n', {
    schema: 'Größe "s"',
    name: `th'ings "`,
    delimiter: ';',
  })
  expect(made).toMatchObject({ status: 201, body: { rows: 2 } })
  expect(await project.sql(`select * from "Größe ""s"""."th'ings """ order by id`)).toEqual([
    { id: '1', 'Größe $1': 'a "b"' },
    { id: '2', 'Größe $1': null },
  ])
  expect(await list()).toMatchObject([
    {
      id: made.body.id,
      schema: 'Größe "s"',
      name: `th'ings "`,
      is_owned: true,
      file_name: 'file.csv',
      bytes: 20,
    },
  ])
  const { body } = await project.owner.call(listChanges, { params: params(), query: {} })
  expect(body.changes[0]).toMatchObject({
    origin: 'database_pages',
    sql: expect.stringMatching(/^create foreign table "Größe ""s"""\."th'ings """ \([\s\S]*delimiter ';'/),
  })
  // It is no server of the other page.
  const servers = await project.owner.call(readForeignServers, { params: params(), query: {} })
  expect(servers.body.objects).toEqual([])
})

test('the roles of the API get no rights on it', async () => {
  await create('id,x\n1,a\n')
  expect(
    await project.sql(`select has_table_privilege('anon', 'things', 'select') as anon,
      has_table_privilege('authenticated', 'things', 'select') as authenticated,
      has_table_privilege('postgres', 'things', 'select') as postgres`),
  ).toEqual([{ anon: false, authenticated: false, postgres: true }])
})

test.each([
  [
    'a value that is no number',
    'id,x\n1,a\nzwei,b\n',
    {},
    /^Line 3, column id: Invalid input syntax for type bigint/,
  ],
  ['a row with too few values', 'id,x\n1\n', {}, /^Line 2: Missing data for column "Größe \$1"/],
  [
    'bytes that are no UTF-8',
    Buffer.from('id,x\n1,\xfc\n', 'latin1'),
    {},
    /invalid byte sequence|Invalid byte/,
  ],
  ['two columns of one name', 'a,b\n', { columns: [COLUMNS[0], COLUMNS[0]] }, /same name/],
  ['a schema of the platform', 'a,b\n', { schema: 'auth' }, /managed by the platform/],
  ['a schema that is not there', 'a,b\n', { schema: 'absent' }, /no schema absent/],
  ['a type of its own', 'a,b\n', { columns: [{ name: 'a', type: 'int8); drop table x' }] }, /[Ii]nvalid/],
  ['no columns', '', { columns: [] }, /no columns/],
])('a file with %s makes no table', async (_title, text, body, message) => {
  const reply = await create(text, body)
  expect(reply.status).toBe(400)
  expect((reply.body as unknown as { message: string }).message + JSON.stringify(reply.body)).toMatch(message)
  expect(await list()).toEqual([])
})

test('letters of Windows are read as such when it is said', async () => {
  await create(Buffer.from('id,x\n1,Gr\xf6\xdfe\n', 'latin1'), { encoding: 'WIN1252' })
  expect(await project.sql(`select "Größe $1" as x from things`)).toEqual([{ x: 'Größe' }])
})

test('another file takes its place if it fits, and the previous bytes are gone', async () => {
  const { body } = await create('id,x\n1,a\n')
  const replace = async (text: string) =>
    project.owner.call(replaceForeignFile, {
      params: { ...params(), oid: String(body.id) },
      body: { file: (await upload(text, 'new.csv')).body.id },
    })
  await project.sql('create view seen as select id from things')
  expect(await replace('id,x\nno,b\n')).toMatchObject({ status: 400 })
  expect(await project.sql('select id from seen')).toEqual([{ id: '1' }])
  expect(await replace('id,x\n5,b\n6,c\n')).toMatchObject({ status: 200, body: { rows: 2 } })
  expect(await project.sql('select id from seen')).toEqual([{ id: '5' }, { id: '6' }])
  expect(await list()).toMatchObject([{ file_name: 'new.csv' }])
  expect(await onDisk()).toHaveLength(1)
})

test('what depends on the table keeps it, and with the table go its bytes', async () => {
  const { body } = await create('id,x\n1,a\n')
  await project.sql('create view seen as select id from things')
  const drop = (cascade: string) =>
    project.owner.call(dropFileTable, { params: { ...params(), oid: String(body.id) }, query: { cascade } })
  expect(await drop('false')).toMatchObject({ status: 400 })
  expect(await onDisk()).toHaveLength(1)
  expect(await drop('true')).toMatchObject({ status: 200 })
  expect([await list(), await onDisk(), await stored()]).toEqual([[], [], []])
  expect(await drop('true')).toMatchObject({ status: 404 })
})

test.each(['drop foreign table things', 'drop schema gone cascade'])(
  'the bytes also go after %s in SQL',
  async (sql) => {
    await project.sql('create schema if not exists gone')
    await create('id,x\n1,a\n', { schema: /gone/.test(sql) ? 'gone' : 'public' })
    expect(await onDisk()).toHaveLength(1)
    await project.sql(sql)
    await admin(removeUnusedFiles)
    expect([await onDisk(), await stored()]).toEqual([[], []])
  },
)

test('an upload waits for its table, and is removed when none comes', async () => {
  const { body } = await upload('id\n1\n')
  await admin(removeUnusedFiles)
  expect(await stored()).toHaveLength(1)
  await admin((client) =>
    client.query(`update basalt.foreign_files set created_at = now() - interval '2 hours'`),
  )
  await admin(removeUnusedFiles)
  expect(await stored()).toEqual([])
  const late = { file: body.id, schema: 'public', name: 'late', columns: [COLUMNS[0]] }
  expect(await project.owner.call(createFileTable, { params: params(), body: late })).toMatchObject({
    status: 404,
  })
})

test('what PostgreSQL reads is made again from the rows', async () => {
  await create('id,x\n1,a\n')
  await admin(async (client) => {
    const { rows } = await client.query(
      `select name from pg_ls_dir('.') name where name like 'pgsql_tmp_basalt%'`,
    )
    await client.query(`copy (select where false) to program 'rm -- ${rows[0].name}'`)
  })
  await expect(project.sql('select * from things')).rejects.toThrow(/No such file/)
  expect(await list()).toHaveLength(1)
  expect(await project.sql('select id from things')).toEqual([{ id: '1' }])
})

test('a branch and a restored backup have the file, with the same rows', async () => {
  // Of several parts.
  const lines = Array.from({ length: 40_000 }, (_, n) => `${n},"row ${n}, with some text in it"`)
  await create(`id,x\n${lines.join('\n')}\n`)
  const rowsOf = async (ref: string) =>
    (
      await project.owner.call(runQuery, {
        params: { ref },
        body: {
          query: `select count(*)::int, md5(string_agg(t::text, ' ' order by id)) from public.things t`,
        },
      })
    ).body
  const before = await rowsOf(project.ref)
  expect(before).toMatchObject([{ count: 40_000 }])
  const { body: branch } = await project.owner.call(createBranch, {
    params: params(),
    body: { branch_name: 'with a file', with_data: true },
  })
  const { body: backup } = await project.owner.call(createBackup, { params: params(), body: {} })
  const overview = async () => (await project.owner.call(listBackups, { params: params() })).body
  const made = async () => (await overview()).backups.find(({ id }) => id === backup.id)!
  await waitFor(async () => (await made()).verified_at !== null || (await made()).status === 'FAILED')
  expect(await made()).toMatchObject({ status: 'COMPLETED', verification: { problems: [] } })
  await reaches(project.owner, branch.project_ref, 'ACTIVE_HEALTHY')
  await project.sql('drop foreign table things')
  await admin(removeUnusedFiles)
  expect(await rowsOf(branch.project_ref)).toEqual(before)

  await project.owner.call(restoreBackup, { params: params(), body: { id: backup.id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(project.owner, project.ref, 'ACTIVE_HEALTHY')
  expect(await rowsOf(project.ref)).toEqual(before)
  expect(await list()).toMatchObject([{ name: 'things', file_name: 'file.csv' }])
  await project.owner.call(decideRestore, { params: params(), body: { keep: 'restored' } })
  await waitFor(async () => (await overview()).restore?.status === 'CONFIRMED')
})

test.each([
  `alter foreign table things options (set filename '/etc/passwd')`,
  `alter foreign table things options (set filename 'postgresql.conf')`,
  `alter foreign table things options (drop filename, add program 'id')`,
  `alter foreign table things options (set format 'text')`,
  `create foreign table other (line text) server basalt_files options (filename '/etc/passwd')`,
  `create foreign table other (line text) server basalt_files options (program 'id')`,
  `create server mine foreign data wrapper file_fdw`,
  `alter server basalt_files owner to postgres`,
  `import foreign schema x from server basalt_files into public`,
  `select basalt.place_foreign_file(gen_random_uuid())`,
  `update basalt.foreign_files set name = 'x'`,
])('a member reaches no file of the machine: %s', async (sql) => {
  await create('id,x\n1,a\n')
  await expect(project.sql(sql)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:42501|HV00N|0A000|HV00J)$/),
  })
  expect(await project.sql('select id from things')).toEqual([{ id: '1' }])
})

test('readers see the tables and change none', async () => {
  const { body } = await create('id,x\n1,a\n')
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  expect(await reader.call(listFileTables, { params: params() })).toMatchObject({ status: 200 })
  expect(
    await reader.call(dropFileTable, { params: { ...params(), oid: String(body.id) }, query: {} }),
  ).toMatchObject({ status: 403 })
})

test('a file of nothing but bytes, and one that is not sent as bytes, are refused', async () => {
  expect(await create(Buffer.from([0, 1, 2, 0]))).toMatchObject({ status: 400 })
  expect(await upload('{}', 'x', 'application/json')).toMatchObject({ status: 415 })
})
