import { gzipSync } from 'node:zlib'
import {
  listDatabaseImports,
  uploadDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../../test/data-api-fixture.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi('')
})
afterAll(() => project[Symbol.asyncDispose]())
afterEach(() => project.sql('drop schema if exists shop cascade; drop table if exists public.opened'))

/** As pg_dump writes it, with owners and roles that the project does not have. */
const DUMP = `--
-- PostgreSQL database dump
--

\\restrict q9

SET statement_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);

CREATE SCHEMA shop;
ALTER SCHEMA shop OWNER TO ann;
CREATE TABLE shop."or ""ders" (id integer NOT NULL, note text, doubled integer GENERATED ALWAYS AS (id * 2) STORED);
ALTER TABLE shop."or ""ders" OWNER TO ann;
CREATE SEQUENCE shop.numbers;
CREATE TABLE public.opened (id integer);

COPY shop."or ""ders" (id, note) FROM stdin;
1\tone; two
2\t\\N
\\.

INSERT INTO public.opened VALUES (1);
SELECT pg_catalog.setval('shop.numbers', 41, true);
ALTER TABLE ONLY shop."or ""ders" ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
GRANT SELECT ON TABLE public.opened TO nobody_here;
CREATE EXTENSION IF NOT EXISTS not_here;

\\unrestrict q9

--
-- PostgreSQL database dump complete
--
`

const upload = async (content: string | Buffer, name = 'shop.sql') => {
  const reply = await project.app.inject({
    method: 'POST',
    url: requestUrl(uploadDatabaseImport, { params: { ref: project.ref }, query: { name } }),
    headers: { ...project.owner.headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })
  return { status: reply.statusCode, body: reply.json() as DatabaseImport }
}
const nothingIsLeft = async () => {
  expect(
    await project.sql(`select nspname as name from pg_namespace where nspname = 'shop'
      union all select relname from pg_class where relname = 'opened'
      union all select rolname from pg_roles where rolname ~ '^basalt_import_'`),
  ).toEqual([])
}

test.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['compressed', (text: string) => gzipSync(text)],
])('a %s dump is imported with its rows; what has no place here is told', async (_title, packed) => {
  const { status, body } = await upload(packed(DUMP))
  expect([status, body]).toMatchObject([
    201,
    {
      kind: 'file',
      status: 'succeeded',
      error: null,
      source: null,
      file: { name: 'shop.sql', bytes: packed(DUMP).length },
      report: {
        tables: [
          { schema: 'public', name: 'opened', rows: 1 },
          { schema: 'shop', name: 'or "ders', rows: 2 },
        ],
        left_out: [
          { sql: 'GRANT SELECT ON TABLE public.opened TO nobody_here', reason: expect.any(String) },
          { sql: 'CREATE EXTENSION IF NOT EXISTS not_here', reason: expect.any(String) },
        ],
        left_out_count: 2,
      },
    },
  ])
  expect(await project.sql('select * from shop."or ""ders" order by id')).toEqual([
    { id: 1, note: 'one; two', doubled: 2 },
    { id: 2, note: null, doubled: 4 },
  ])
  expect(await project.sql(`select nextval('shop.numbers')::int as next`)).toEqual([{ next: 42 }])
  // A dump without privileges opens nothing to the API.
  expect(
    await project.sql(
      `select relowner::regrole::text as owner, relacl::text as acl from pg_class where relname = 'opened'`,
    ),
  ).toEqual([{ owner: 'postgres', acl: expect.not.stringMatching(/anon|authenticated|service_role/) }])
})

const before = (text: string) => DUMP.replace('INSERT INTO', `${text}\nINSERT INTO`)

test.each([
  ['a wrong row', DUMP.replace('2\t\\N', 'two\t\\N'), /^Line 21: invalid input syntax for type integer/],
  [
    'a row twice',
    DUMP.replace('2\t\\N', '1\t\\N'),
    /^Line 26: could not create unique index .*Key \(id\)=\(1\)/,
  ],
  [
    'an error in a statement',
    before('SELECT 1,\n  2 +\n  nothing;'),
    /^Line 26: column "nothing" does not exist/,
  ],
  ['an end of the transaction', before('COMMIT;'), /^Line 24: It ends or begins a transaction/],
  ['another role', before('SET ROLE postgres;'), /^Line 24: It changes the role/],
  ['a command of psql', before('\\! rm -rf /'), /^Line 24 has \\!/],
  ['no end', DUMP.slice(0, DUMP.indexOf('ALTER TABLE ONLY')), /cut off/],
  ['an end within rows', DUMP.slice(0, DUMP.indexOf('2\t')), /cut off/],
  ['the custom format', `PGDMP${'\0'.repeat(600)}`, /pg_restore --no-owner --file=dump.sql FILE/],
])('a dump with %s leaves nothing and says where it stopped', async (_title, dump, message) => {
  const { body } = await upload(dump)
  expect(body).toMatchObject({ status: 'failed', error: expect.stringMatching(message) })
  await nothingIsLeft()
})

test('a dump cannot touch what the project has already', async () => {
  await project.sql('create table public.kept (id int); insert into public.kept values (7)')
  const { body } = await upload('delete from public.kept; drop table public.kept;')
  expect(body).toMatchObject({ status: 'failed', error: expect.stringMatching(/Line 1: permission denied/) })
  expect(await project.sql('select id from public.kept')).toEqual([{ id: 7 }])
})

test('only bytes are accepted, and an import is listed with how it ended', async () => {
  const reply = await project.owner.call(uploadDatabaseImport, {
    params: { ref: project.ref },
    query: { name: 'a.sql' },
    body: { text: 'select 1' },
  })
  expect(reply.status).toBe(415)
  await upload('select 1;', 'größe 🐘.sql')
  const { body } = await project.owner.call(listDatabaseImports, { params: { ref: project.ref } })
  expect(body[0]).toMatchObject({ kind: 'file', file: { name: 'größe 🐘.sql' }, status: 'succeeded' })
})
