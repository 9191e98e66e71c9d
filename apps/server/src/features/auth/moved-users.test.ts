import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Users who come from another installation, by a dump of its data. */

const run = promisify(execFile)

let auth: AuthFixture
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'moved-users-'))
  auth = await openAuth()
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const PASSWORD = 'correct horse'
const NOBODY = '00000000-0000-0000-0000-000000000000'
const AT = '2026-01-02 03:04:05.678901+00'

type Row = Record<string, unknown>

/** Columns as the hosted product has them, in its order, without those that are computed. */
const user = (id: string, values: Row): Row => ({
  instance_id: NOBODY,
  id,
  aud: 'authenticated',
  role: 'authenticated',
  email: null,
  encrypted_password: '',
  email_confirmed_at: null,
  invited_at: null,
  confirmation_token: '',
  confirmation_sent_at: null,
  recovery_token: '',
  recovery_sent_at: null,
  email_change_token_new: '',
  email_change: '',
  email_change_sent_at: null,
  last_sign_in_at: AT,
  raw_app_meta_data: '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data: '{"plan": "gold", "note": "one\\ttab"}',
  is_super_admin: null,
  created_at: AT,
  updated_at: AT,
  phone: null,
  phone_confirmed_at: null,
  phone_change: '',
  phone_change_token: '',
  phone_change_sent_at: null,
  email_change_token_current: '',
  email_change_confirm_status: 0,
  banned_until: null,
  reauthentication_token: '',
  reauthentication_sent_at: null,
  is_sso_user: 'f',
  deleted_at: null,
  is_anonymous: 'f',
  ...values,
})
const identity = (userId: string, provider: string, providerId: string, data: Row): Row => ({
  provider_id: providerId,
  user_id: userId,
  identity_data: JSON.stringify({ sub: providerId, ...data }),
  provider,
  last_sign_in_at: AT,
  created_at: AT,
  updated_at: AT,
  id: crypto.randomUUID(),
})

/** The rows of a table as pg_dump writes them. */
function copy(table: string, rows: Row[]) {
  const field = (value: unknown) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))
  return `COPY ${table} (${Object.keys(rows[0]!).join(', ')}) FROM stdin;
${rows.map((row) => Object.values(row).map(field).join('\t')).join('\n')}
\\.
`
}

test('users, identities and phones of a dump are loaded, and sign in as before', async ({ skip }) => {
  const hasPsql = await run('psql', ['--version']).then(
    () => true,
    () => false,
  )
  skip(!hasPsql, 'psql is not installed')
  await auth.change({ external_phone_enabled: true })
  const [byEmail, byPhone, byProvider] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const hash = hashSync(PASSWORD, 4)
  const users = [
    user(byEmail, { email: 'moved@example.com', encrypted_password: hash, email_confirmed_at: AT }),
    user(byPhone, {
      phone: '15550400001',
      encrypted_password: hash,
      phone_confirmed_at: AT,
      raw_app_meta_data: '{"provider": "phone", "providers": ["phone"]}',
    }),
    user(byProvider, {
      email: 'google@example.com',
      email_confirmed_at: AT,
      raw_app_meta_data: '{"provider": "google", "providers": ["google"]}',
    }),
  ]
  const identities = [
    identity(byEmail, 'email', byEmail, { email: 'moved@example.com', email_verified: true }),
    identity(byPhone, 'phone', byPhone, { phone: '15550400001', phone_verified: true }),
    identity(byProvider, 'google', '1234567890', { email: 'google@example.com', email_verified: true }),
  ]
  const dump = `--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
SET session_replication_role = replica;

--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

${copy('auth.users', users)}

--
-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

${copy('auth.identities', identities)}

--
-- PostgreSQL database dump complete
--
`
  const file = path.join(folder, 'users.sql')
  await writeFile(file, dump)
  const { host, port, password, database } = auth.target
  const { stderr } = await run(
    'psql',
    ['-h', host, '-p', `${port}`, '-U', 'postgres', '-d', database, '-v', 'ON_ERROR_STOP=1', '-qf', file],
    { env: { ...process.env, PGPASSWORD: password } },
  )
  expect(stderr).toBe('')

  const client = auth.client()
  const { data } = await client.signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
  expect(data.user).toMatchObject({
    id: byEmail,
    user_metadata: { plan: 'gold', note: 'one\ttab' },
    identities: [{ provider: 'email', id: byEmail }],
  })
  expect((await client.refreshSession()).error).toBeNull()
  const phone = await auth.client().signInWithPassword({ phone: '15550400001', password: PASSWORD })
  expect(phone.data.user).toMatchObject({ id: byPhone, phone: '15550400001' })
  // Who came from a provider gets a link as well, and remains one user.
  const google = auth.client()
  await google.signInWithOtp({ email: 'google@example.com', options: { shouldCreateUser: false } })
  const { code: token } = (await auth.mailTo('google@example.com'))!
  const verified = await google.verifyOtp({ email: 'google@example.com', token, type: 'email' })
  expect(verified.data.user).toMatchObject({
    id: byProvider,
    identities: [{ provider: 'google', id: '1234567890' }],
  })
  const again = await auth.client().signUp({ email: 'moved@example.com', password: PASSWORD })
  expect(again.data.user!.identities).toEqual([])
})
