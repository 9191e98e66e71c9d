import {
  checkImportSource,
  listDatabaseImports,
  startDatabaseImport,
  uploadDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { hashSync } from 'bcryptjs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOut } from '../../platform/copy/copy-out.ts'
import { tableData } from '../../platform/pg-dump/dump-catalog.ts'
import { pgDump } from '../../platform/pg-dump/pg-dump.ts'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { runJob } from '../../test/run-job.ts'
import { createImportRole, importRole } from './import-role.ts'
import { copyUsers } from './imported-users.ts'

/** Users of an installation elsewhere, in a file of pg_dump, who sign in here by the client that their app has. */

const PASSWORD = 'correct horse'
const [ANN, BEN, EVE] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]

/** The schema that the hosted product has, with a column and tables that projects here lack. */
const ELSEWHERE = `
  create schema auth;
  create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.factor_status as enum ('unverified', 'verified');
  create function auth.uid() returns uuid language sql stable
    as $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
  create table auth.instances (id uuid primary key, uuid uuid, raw_base_config text, created_at timestamptz, updated_at timestamptz);
  create table auth.schema_migrations (version varchar(255) primary key);
  create table auth.oauth_clients (id uuid primary key, client_name text);
  create table auth.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
    recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
    email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
    is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique default null,
    phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
    phone_change_sent_at timestamptz,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0,
    banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
    is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false,
    of_tomorrow text);
  create table auth.identities (
    provider_id text not null, user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null,
    provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored,
    id uuid primary key default gen_random_uuid(), unique (provider_id, provider));
  create table auth.sessions (
    id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz,
    updated_at timestamptz, factor_id uuid, aal auth.aal_level, not_after timestamptz);
  create table auth.mfa_factors (
    id uuid primary key, user_id uuid not null references auth.users on delete cascade, friendly_name text,
    factor_type auth.factor_type not null, status auth.factor_status not null, created_at timestamptz not null,
    updated_at timestamptz not null, secret text);
  insert into auth.schema_migrations values ('20171026211738'), ('20260101000000');
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at, phone, phone_confirmed_at)
    select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, hash,
      case when email is not null then now() end, '', json_build_object('provider', provider, 'providers', array[provider]),
      '{"note": "one\\ttab \\\\ \\n"}', now(), now(), phone, case when phone is not null then now() end
    from (values ('${ANN}'::uuid, 'moved@example.com', '${hashSync(PASSWORD, 4)}', null, 'email'),
      ('${BEN}', null, '${hashSync(PASSWORD, 4)}', '15550400009', 'phone'),
      ('${EVE}', 'eve@example.com', '', null, 'google')) as moved (id, email, hash, phone, provider);
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
    select case when provider = 'google' then '1234567890' else id::text end, id,
      json_build_object('sub', id, 'email', email, 'phone', phone), provider, now()
    from (select *, raw_app_meta_data ->> 'provider' as provider from auth.users) u;
  insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users;
  insert into auth.mfa_factors values (gen_random_uuid(), '${ANN}', 'app', 'totp', 'verified', now(), now(), 'S');
  create table public.profiles (id uuid primary key references auth.users on delete cascade, nick text);
  insert into public.profiles values ('${ANN}', 'ann');
  alter table public.profiles enable row level security;
  create policy own on public.profiles using ((select auth.uid()) = id);
  create function public.on_user() returns trigger language plpgsql as 'begin return new; end';
  create trigger on_user after insert on auth.users for each row execute function public.on_user();`

let auth: AuthFixture
let source: Awaited<ReturnType<typeof createThrowawayDatabase>>
beforeAll(async () => {
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({ external_phone_enabled: true })
  source = await createThrowawayDatabase()
  await atSource((client) => client.query(ELSEWHERE))
})
afterAll(async () => {
  await source.drop()
  await auth[Symbol.asyncDispose]()
})

async function atSource<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(source.url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A file as pg_dump writes it: definitions, rows by the names of their tables, and what refers to other rows. */
async function dump(only?: string) {
  const part = (section: string) =>
    atSource((client) =>
      pgDump(client, ['-h', '/tmp', '-d', 'postgres', `--section=${section}`], new AbortController().signal),
    )
  const rows = await atSource(async (client) => {
    const parts: string[] = []
    for (const { schema, read, write } of await tableData(client)) {
      if (only !== undefined && schema !== only) continue
      parts.push(`${write.replaceAll('"', '')}\n`)
      await copyOut(client, read, async (chunk) => void parts.push(chunk.toString()))
      parts.push('\\.\n\n')
    }
    return parts.join('')
  })
  return only === undefined ? `${await part('pre-data')}\n${rows}\n${await part('post-data')}` : rows
}

const upload = async (content: string) => {
  const reply = await auth.app.inject({
    method: 'POST',
    url: requestUrl(uploadDatabaseImport, { params: auth.params, query: { name: 'moved.sql' } }),
    headers: { ...auth.owner.headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })
  return reply.json() as DatabaseImport
}

test('users of a whole database come along with what refers to them, and sign in as before', async () => {
  const file = await dump()
  // As pg_dump writes it, rows that refer to users come before the users.
  expect(file.indexOf('COPY auth.identities')).toBeGreaterThan(0)
  expect(file.indexOf('COPY auth.identities')).toBeLessThan(file.indexOf('COPY auth.users'))
  const done = await upload(file)
  expect(done).toMatchObject({ status: 'succeeded', error: null })
  expect(done.report!.tables).toEqual([
    { schema: 'auth', name: 'users', rows: 3 },
    { schema: 'auth', name: 'identities', rows: 3 },
    { schema: 'public', name: 'profiles', rows: 1 },
  ])
  const leftOut = done.report!.left_out.map(({ sql, reason }) => [sql.slice(0, 30), reason])
  expect(leftOut.toSorted()).toEqual([
    [
      'COPY auth.mfa_factors (id, use',
      'Second factors are not imported. Users add them again. The file has 1 of them.',
    ],
    [
      'COPY auth.schema_migrations (v',
      'Projects have no such table. Its rows are not imported. The file has 2 of them.',
    ],
    [
      'COPY auth.sessions (id, user_i',
      'Sessions are not imported. Users sign in again. The file has 3 of them.',
    ],
    ['COPY auth.users (instance_id, ', 'The table has no column of_tomorrow here.'],
    ['CREATE TRIGGER on_user AFTER I', expect.stringContaining('Create it there in SQL')],
  ])

  const hashOf = async () =>
    (await auth.sql('select encrypted_password as hash from auth.users where id = $1', [ANN]))[0]!.hash
  expect(await hashOf()).toMatch(/^\$2/)
  const client = auth.client()
  const { data, error } = await client.signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: ANN,
    user_metadata: { note: 'one\ttab \\ \n' },
    identities: [{ provider: 'email', id: ANN }],
  })
  expect(await hashOf()).toMatch(/^\$argon2id\$/)
  expect((await client.refreshSession()).error).toBeNull()
  const again = await auth.client().signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
  expect(again.error).toBeNull()
  const byPhone = await auth.client().signInWithPassword({ phone: '15550400009', password: PASSWORD })
  expect(byPhone.data.user).toMatchObject({ id: BEN, phone: '15550400009' })
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const found = await admin.getUserById(EVE)
  expect(found.data.user).toMatchObject({ identities: [{ provider: 'google', id: '1234567890' }] })

  await admin.deleteUser(ANN)
  expect(await auth.sql('select * from public.profiles')).toEqual([])
})

test('users who are there already stay as they are, and the file says nothing of theirs', async () => {
  // As the hosted product's own program dumps data.
  const first = await upload(`SET session_replication_role = replica;\n${await dump('auth')}\nRESET ALL;`)
  expect(first.status).toBe('succeeded')
  await auth.sql('update auth.users set encrypted_password = $2 where id = $1', [BEN, 'mine'])
  await auth.sql('delete from auth.users where id = $1', [EVE])
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const { data } = await admin.createUser({ email: 'eve@example.com', email_confirm: true })
  const done = await upload(await dump('auth'))
  expect(done).toMatchObject({ status: 'succeeded', report: { tables: [] } })
  expect(done.report!.left_out.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^3 rows were passed over/)]),
  )
  expect(await auth.sql('select encrypted_password as hash from auth.users where id = $1', [BEN])).toEqual([
    { hash: 'mine' },
  ])
  expect(await auth.sql('select user_id from auth.identities where email = $1', ['eve@example.com'])).toEqual(
    [{ user_id: data.user!.id }],
  )
})

test('an import that fails after its users leaves none of them', async () => {
  const count = async () => (await auth.sql('select count(*)::int as count from auth.users'))[0]!.count
  await auth.sql('delete from auth.users')
  const file = await dump('auth')
  const done = await upload(`${file}\nselect 1 / 0;`)
  expect(done).toMatchObject({ status: 'failed', error: expect.stringMatching(/division by zero/) })
  expect(await count()).toBe(0)
  const tooLong = await upload(file.replaceAll('moved@example.com', `${'m'.repeat(250)}@example.com`))
  expect(tooLong).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/users of the file.*too long/),
  })
  expect(await count()).toBe(0)
})

test('what a killed import has added to the users is removed, and nothing of others', async () => {
  const id = crypto.randomUUID()
  const role = importRole(id)
  await auth.metadata
    .insertInto('database_imports')
    .values({
      id,
      ref: auth.ref,
      kind: 'copy',
      status: 'running',
      phase: 'constraints',
      source: JSON.stringify({ host: 'elsewhere.example.com', port: 5432, database: 'app' }),
      schemas: JSON.stringify(['auth']),
      started_by: null,
    })
    .execute()
  const { admin: server } = auth.client('implicit', auth.keyOf('service_role'))
  await server.createUser({ email: 'before@example.com', email_confirm: true })
  const admin = new pg.Client({
    ...auth.target,
    user: 'basalt_admin',
    password: await auth.secretsOf.read(auth.ref, 'superuser_password'),
  })
  await admin.connect()
  await createImportRole(admin, role, ['public'])
  await admin.end()
  const project = await auth.connect()
  await atSource(async (from) => {
    await from.query('begin isolation level repeatable read')
    const { rows } = await from.query('select pg_export_snapshot() as snapshot')
    await copyUsers({
      source: (work) => atSource(work),
      project: (work) => work(project),
      snapshot: rows[0].snapshot,
      role,
      onBytes: () => undefined,
    })
  })
  await project.end()
  const emails = async () =>
    (await auth.sql('select email from auth.users where email is not null order by 1')).map(
      ({ email }) => email,
    )
  expect(await emails()).toEqual(['before@example.com', 'eve@example.com', 'moved@example.com'])
  await runJob(auth, 'database-import-leftovers')
  const { body } = await auth.owner.call(listDatabaseImports, { params: auth.params })
  expect(body.find((one) => one.id === id)).toMatchObject({ status: 'failed' })
  expect(await emails()).toEqual(['before@example.com'])
  expect(await auth.sql(`select rolname from pg_roles where rolname = '${role}'`)).toEqual([])
})

test('users of a running database come along with its schemas, and cannot be followed', async () => {
  await auth.sql(
    'delete from auth.users; drop table if exists public.profiles; drop function if exists public.on_user',
  )
  const connection_string = source.url
  const check = await auth.owner.call(checkImportSource, { params: auth.params, body: { connection_string } })
  expect(check.body.schemas.map(({ name, obstacle }) => [name, obstacle])).toEqual([
    ['public', null],
    ['auth', null],
  ])
  const start = (kind: 'copy' | 'follow') =>
    auth.owner.call(startDatabaseImport, {
      params: auth.params,
      body: { connection_string, schemas: ['public', 'auth'], kind },
    })
  expect((await start('follow')).status).toBe(409)
  await start('copy')
  const latest = async () => (await auth.owner.call(listDatabaseImports, { params: auth.params })).body[0]!
  await waitFor(async () => (await latest()).status !== 'running')
  const { report, ...done } = await latest()
  expect(done).toMatchObject({ status: 'succeeded', error: null })
  expect(report!.tables).toEqual([
    { schema: 'auth', name: 'identities', rows: 3 },
    { schema: 'auth', name: 'users', rows: 3 },
    { schema: 'public', name: 'profiles', rows: 1 },
  ])
  expect(report!.left_out.map(({ reason }) => reason)).toEqual([expect.stringContaining('of_tomorrow')])
  const { data } = await auth.client().signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
  expect(data.user!.id).toBe(ANN)
  await auth.client('implicit', auth.keyOf('service_role')).admin.deleteUser(ANN)
  expect(await auth.sql('select * from public.profiles')).toEqual([])
  expect(await auth.sql(`select nspname from pg_namespace where nspname like 'basalt_import%'`)).toEqual([])
})

test('identities of an older installation, whose id is that at the provider, come along', async () => {
  await auth.sql('delete from auth.users')
  const done = await upload(`COPY auth.identities (id, user_id, identity_data, provider) FROM stdin;
${ANN}\t${ANN}\t{"sub": "${ANN}", "email": "older@example.com"}\temail
9876543210\t${ANN}\t{"sub": "9876543210"}\tgoogle
\\.
COPY auth.users (id, aud, role, email, encrypted_password, email_confirmed_at) FROM stdin;
${ANN}\tauthenticated\tauthenticated\tolder@example.com\t${hashSync(PASSWORD, 4)}\t2022-02-02 00:00:00+00
\\.
`)
  expect(done).toMatchObject({ status: 'succeeded', report: { left_out: [] } })
  const { data } = await auth.client().signInWithPassword({ email: 'older@example.com', password: PASSWORD })
  expect(data.user!.identities!.map(({ provider, id }) => [provider, id]).toSorted()).toEqual([
    ['email', ANN],
    ['google', '9876543210'],
  ])
})

test('rows of users that are INSERT are told, with how to dump them', async () => {
  const file = await atSource((client) =>
    pgDump(
      client,
      ['-h', '/tmp', '-d', 'postgres', '--data-only', '--table=auth.users', '--inserts'],
      new AbortController().signal,
    ),
  )
  expect(await upload(file)).toMatchObject({
    status: 'succeeded',
    report: { left_out: [{}, {}, { reason: expect.stringMatching(/without --inserts/) }] },
  })
})
