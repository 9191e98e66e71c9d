import { CODE_ATTEMPTS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { PASSWORDS_PER_ACCOUNT } from './attempts.ts'

/** What a user, or somebody with a stolen session, needs in order to set another password. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
const NEXT = 'battery staple'
let count = 0

async function aUser() {
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const email = `password${++count}@example.com`
  const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
  const client = auth.client()
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return { client, email, id: data.user!.id }
}

/** Changes settings for one test. */
async function during(change: Parameters<AuthFixture['change']>[0]) {
  const before = await auth.settings()
  await auth.change(change)
  onTestFinished(async () => {
    const names = Object.keys(change) as (keyof typeof before)[]
    await auth.change(Object.fromEntries(names.map((name) => [name, before[name]])))
  })
}

const olden = (id: string) =>
  auth.sql(`update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1`, [id])

test('the code for a change of password cannot be found by trying', async () => {
  await during({ security_update_password_require_reauthentication: true })
  const { client, email, id } = await aUser()
  await olden(id)
  await client.reauthenticate()
  const { code: nonce } = (await auth.mailTo(email))!
  const wrong = nonce === '111111' ? '222222' : '111111'
  const change = async (one: string) => (await client.updateUser({ password: NEXT, nonce: one })).error?.code
  for (let tries = 0; tries < CODE_ATTEMPTS_MAX; tries += 1)
    expect(await change(wrong)).toBe('reauthentication_not_valid')
  expect(await change(nonce)).toBe('reauthentication_not_valid')
  // Each code has its own tries.
  await client.reauthenticate()
  expect(await change((await auth.mailTo(email))!.code)).toBeUndefined()
})

test('a code that has expired does not change a password', async () => {
  await during({ security_update_password_require_reauthentication: true })
  const { client, email, id } = await aUser()
  await olden(id)
  await client.reauthenticate()
  const { code: nonce } = (await auth.mailTo(email))!
  await auth.sql(
    `update auth.one_time_tokens set created_at = created_at - interval '2 hours' where user_id = $1`,
    [id],
  )
  expect((await client.updateUser({ password: NEXT, nonce })).error).toMatchObject({
    code: 'reauthentication_not_valid',
  })
})

test('a session has a limited number of tries at its password, and others can still sign in', async () => {
  const { client, email } = await aUser()
  const change = async (currentPassword: string, password: string) =>
    (await client.updateUser({ current_password: currentPassword, password })).error?.code
  expect(await change('wrong', NEXT)).toBe('current_password_invalid')
  // Too short, so that no hash is computed for the rest.
  for (let tries = 1; tries < PASSWORDS_PER_ACCOUNT.count; tries += 1)
    expect(await change('wrong', 'x')).toBe('weak_password')
  expect(await change(PASSWORD, NEXT)).toBe('over_request_rate_limit')
  expect((await client.updateUser({ data: { plan: 'x' } })).error).toBeNull()
  expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('changes of passwords count for the limit of their network, and a refusal says when to try again', async () => {
  const { client } = await aUser()
  const { data } = await client.getSession()
  await during({ rate_limit_sign_in: 1 })
  const put = () =>
    auth.send('/user', {
      method: 'PUT',
      token: data.session!.access_token,
      body: { password: PASSWORD },
    })
  const refused = await put()
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a change of password asks for the present one when the settings say so, but not after a recovery', async () => {
  await during({ security_update_password_require_current_password: true })
  const { client, email } = await aUser()
  const change = async (body: object) => (await client.updateUser({ password: NEXT, ...body })).error
  expect(await change({})).toMatchObject({ code: 'current_password_required', status: 400 })
  expect(await change({ current_password: 'wrong' })).toMatchObject({
    code: 'current_password_invalid',
    status: 400,
  })
  expect(await change({ current_password: PASSWORD })).toBeNull()

  const forgetful = auth.client()
  await forgetful.resetPasswordForEmail(email)
  const { code: token } = (await auth.mailTo(email))!
  expect((await forgetful.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
  expect((await forgetful.updateUser({ password: 'one more time' })).error).toBeNull()
})

test('a user without a password sets a first one', async () => {
  await during({ security_update_password_require_current_password: true })
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const email = `password${++count}@example.com`
  await admin.createUser({ email, email_confirm: true })
  const client = auth.client()
  await client.signInWithOtp({ email })
  await client.verifyOtp({ email, token: (await auth.mailTo(email))!.code, type: 'email' })
  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
  expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})
