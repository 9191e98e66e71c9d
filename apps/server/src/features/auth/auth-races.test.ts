import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../platform/secrets/jwt.ts'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Two calls for one user, of which one ends what the other relies on. */

const OLD = 'correct horse'
const NEW = 'battery staple'
let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({ mailer_autoconfirm: true })
})
afterAll(() => auth[Symbol.asyncDispose]())

const signUp = async (email: string) =>
  (await auth.send('/signup', { body: { email, password: OLD } })).body.user.id as string
const signIn = (email: string, password: string) =>
  auth.send('/token?grant_type=password', { body: { email, password } })

test('a sign-in with a password that changes meanwhile is refused', async () => {
  const id = await signUp('changed@example.com')
  await signUp('other@example.com')
  const OTHER_HASH = `update auth.users u set encrypted_password = o.encrypted_password || 'x'
    from auth.users o where u.id = $1 and o.email = 'other@example.com'`
  const reply = await auth.whileHeld(OTHER_HASH, [id], 1, () => signIn('changed@example.com', OLD))
  expect([reply.status, reply.body.error_code]).toEqual([400, 'invalid_credentials'])
})

test('a sign-in that is refused because the password changed meanwhile ends no other session', async () => {
  await auth.change({ sessions_single_per_user: true })
  const id = await signUp('single@example.com')
  const { access_token: token } = (await signIn('single@example.com', OLD)).body
  const reply = await auth.whileHeld(
    `update auth.users set encrypted_password = encrypted_password || 'x' where id = $1`,
    [id],
    1,
    () => signIn('single@example.com', OLD),
  )
  await auth.change({ sessions_single_per_user: false })
  expect(reply.status).toBe(400)
  expect((await auth.send('/user', { token })).status).toBe(200)
})

test('a sign-in succeeds when only the hash of its password changes meanwhile', async () => {
  const id = await signUp('rehashed@example.com')
  await signUp('same@example.com')
  const SAME_PASSWORD = `update auth.users u set encrypted_password = o.encrypted_password
    from auth.users o where u.id = $1 and o.email = 'same@example.com'`
  const reply = await auth.whileHeld(SAME_PASSWORD, [id], 1, () => signIn('rehashed@example.com', OLD))
  expect(reply.status).toBe(200)
})

test('of two sessions that change the password at once, the one that is ended by the other changes nothing', async () => {
  const email = 'two-sessions@example.com'
  const id = await signUp(email)
  const passwords = [`${NEW} 1`, `${NEW} 2`]
  const tokens = [await signIn(email, OLD), await signIn(email, OLD)].map(({ body }) => body.access_token)
  const replies = await auth.whileHeld('select from auth.users where id = $1 for update', [id], 2, () =>
    Promise.all(
      passwords.map((password, at) =>
        auth.send('/user', { method: 'PUT', token: tokens[at], body: { password } }),
      ),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const winner = replies.findIndex(({ status }) => status === 200)
  expect((await signIn(email, passwords[winner]!)).status).toBe(200)
})

test('recovery codes go with the last other factor, also when two factors are removed at once', async () => {
  const id = await signUp('two-factors@example.com')
  const session = (await signIn('two-factors@example.com', OLD)).body
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1], 'base64url').toString())
  const token = signToken(await auth.secretsOf.read(auth.ref, 'jwt_secret'), { ...claims, aal: 'aal2' })
  const factors = [crypto.randomUUID(), crypto.randomUUID()]
  const ADD = `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    select id, $1, 'factor ' || n, type::auth.factor_type, 'verified', now(), now()
    from (values (1, '${factors[0]}'::uuid, 'totp'), (2, '${factors[1]}', 'totp'), (3, gen_random_uuid(), 'recovery_code')) f (n, id, type)`
  await auth.whileHeld(ADD, [id], 0, async () => undefined)
  const replies = await auth.whileHeld('select from auth.users where id = $1 for update', [id], 2, () =>
    Promise.all(factors.map((factor) => auth.send(`/factors/${factor}`, { method: 'DELETE', token }))),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await auth.sql('select factor_type from auth.mfa_factors where user_id = $1', [id])).toEqual([])
})
