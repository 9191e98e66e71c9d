import type { AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { FACTORS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** What each setting does, as an app sees it. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
let count = 0
const newEmail = () => `setting${++count}@example.com`
const newPhone = () => `1555020${String(++count).padStart(4, '0')}`

/** Changes settings for one test. */
async function during(change: AuthSettingsChange) {
  const before = await auth.settings()
  expect((await auth.change(change)).status).toBe(200)
  onTestFinished(async () => {
    const names = Object.keys(change) as (keyof typeof before)[]
    await auth.change(Object.fromEntries(names.map((name) => [name, before[name]])))
  })
}

async function aUser() {
  const email = newEmail()
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
  const client = auth.client()
  const { data: begun, error } = await client.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, email, id: data.user!.id, session: begun.session! }
}

test('links and codes by mail are valid for as long as the settings say', async () => {
  await during({ mailer_otp_exp: 600 })
  const { email, id } = await aUser()
  const client = auth.client()
  const send = async (age: string) => {
    await client.signInWithOtp({ email })
    await auth.sql(
      'update auth.one_time_tokens set created_at = created_at - $2::interval where user_id = $1',
      [id, age],
    )
    return (await auth.mailTo(email))!
  }
  const old = await send('11 minutes')
  expect((await client.verifyOtp({ email, token: old.code, type: 'email' })).error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
  expect((await auth.press(old.link)).headers.get('location')).toContain('error_code=otp_expired')
  const { code: token } = await send('9 minutes')
  expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
})

test('codes by message are valid for as long as the settings say', async () => {
  await during({ external_phone_enabled: true, sms_otp_exp: 60 })
  const phone = newPhone()
  const client = auth.client()
  const verify = async (age: string) => {
    await client.signInWithOtp({ phone: `+${phone}` })
    await auth.sql(
      'update auth.one_time_tokens set created_at = created_at - $2::interval where relates_to = $1',
      [phone, age],
    )
    const token = (await auth.codeTo(phone))!
    return (await client.verifyOtp({ phone: `+${phone}`, token, type: 'sms' })).error
  }
  expect(await verify('61 seconds')).toMatchObject({ code: 'otp_expired' })
  expect(await verify('30 seconds')).toBeNull()
})

test('codes have as many digits as the settings say', async () => {
  await during({ external_phone_enabled: true, mailer_otp_length: 8, sms_otp_length: 9 })
  const [email, phone] = [newEmail(), newPhone()]
  const client = auth.client()
  await client.signInWithOtp({ email })
  const { code } = (await auth.mailTo(email))!
  expect(code).toMatch(/^\d{8}$/)
  expect((await client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
  await client.signInWithOtp({ phone: `+${phone}` })
  const token = (await auth.codeTo(phone))!
  expect(token).toMatch(/^\d{9}$/)
  expect((await client.verifyOtp({ phone: `+${phone}`, token, type: 'sms' })).error).toBeNull()
})

test('access tokens are valid for as long as the settings say', async () => {
  await during({ jwt_exp: 120 })
  const { client, session } = await aUser()
  const { exp, iat } = (await client.getClaims())!.data!.claims
  expect([exp - iat, session.expires_in, session.expires_at]).toEqual([120, 120, exp])
  const { data } = await client.refreshSession()
  expect(data.session!.expires_in).toBe(120)
})

test('new passwords follow the rules of the settings, whoever sets them', async () => {
  const { client, email } = await aUser()
  await during({ password_min_length: 10, password_required_characters: 'letters_digits' })
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  for (const [password, reasons] of [
    ['abc123', ['length']],
    ['abcdefghij', ['characters']],
    ['abc', ['length', 'characters']],
  ] as const)
    for (const { error } of [
      await auth.client().signUp({ email: newEmail(), password }),
      await client.updateUser({ password }),
      await admin.createUser({ email: newEmail(), password }),
    ])
      expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons })
  expect((await client.updateUser({ password: 'abcdefgh12' })).error).toBeNull()
  expect((await auth.client().signInWithPassword({ email, password: 'abcdefgh12' })).data).not.toHaveProperty(
    'weakPassword',
  )
})

test('a sign-in tells the app of a password that no longer follows the rules', async () => {
  const { email } = await aUser()
  await during({ password_min_length: 20, password_required_characters: 'letters_digits' })
  const { data, error } = await auth.client().signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    session: { access_token: expect.any(String) },
    weakPassword: { reasons: ['length', 'characters'], message: expect.stringContaining('rules') },
  })
})

test('messages by another channel than SMS are refused instead of sent by SMS', async () => {
  await during({ external_phone_enabled: true })
  const phone = `+${newPhone()}`
  const { session } = await aUser()
  const token = session.access_token
  for (const [path, init] of [
    ['/signup', { body: { phone, password: PASSWORD, channel: 'whatsapp' } }],
    ['/otp', { body: { phone, channel: 'whatsapp' } }],
    ['/user', { method: 'PUT', token, body: { phone, channel: 'whatsapp' } }],
    [`/factors/${crypto.randomUUID()}/challenge`, { token, body: { channel: 'whatsapp' } }],
  ] as const)
    expect(await auth.send(path, init)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: expect.stringContaining('channel') },
    })
  expect(await auth.codeTo(phone.slice(1))).toBeUndefined()
})

test('a user has as many verified factors as the settings say', async () => {
  await during({ mfa_max_enrolled_factors: 1 })
  const { client } = await aUser()
  const { data: abandoned } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'abandoned' })
  expect(abandoned).not.toBeNull()
  const { id: factorId, totp } = (await client.mfa.enroll({ factorType: 'totp' })).data!
  const code = new TOTP({ secret: totp.secret }).generate()
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error).toMatchObject({
    code: 'too_many_enrolled_mfa_factors',
    status: 422,
  })
})

test('a user begins a limited number of factors', async () => {
  const { client, id } = await aUser()
  const enroll = async (n: number) =>
    (await client.mfa.enroll({ factorType: 'totp', friendlyName: `${n}` })).error
  for (let begun = 0; begun < FACTORS_MAX; begun += 1) expect(await enroll(begun)).toBeNull()
  expect(await enroll(FACTORS_MAX)).toMatchObject({ code: 'too_many_enrolled_mfa_factors' })
  // Those that were given up make room.
  await auth.sql(
    `update auth.mfa_factors set created_at = created_at - interval '10 minutes' where user_id = $1`,
    [id],
  )
  expect(await enroll(FACTORS_MAX)).toBeNull()
  expect((await client.mfa.listFactors()).data!.all).toHaveLength(1)
})

test('codes of apps and answers of security keys are refused when the settings do not accept them', async () => {
  await during({ mfa_web_authn_enroll_enabled: true, mfa_web_authn_verify_enabled: true })
  const { client } = await aUser()
  const totp = (await client.mfa.enroll({ factorType: 'totp' })).data!
  const { data: key } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  await during({ mfa_totp_verify_enabled: false, mfa_web_authn_verify_enabled: false })
  expect((await client.mfa.challenge({ factorId: totp.id })).error).toMatchObject({
    code: 'mfa_totp_verify_not_enabled',
    status: 422,
  })
  expect(
    (await client.mfa.challenge({ factorId: key!.id, webauthn: { rpId: 'localhost' } })).error,
  ).toMatchObject({ code: 'mfa_webauthn_verify_not_enabled', status: 422 })
})

test('a sign-up for a taken address says so where addresses need no confirmation', async () => {
  await during({ mailer_autoconfirm: true })
  const { email } = await aUser()
  expect((await auth.client().signUp({ email, password: PASSWORD })).error).toMatchObject({
    code: 'user_already_exists',
    status: 422,
  })
})

test('a refresh token that was renewed twice is accepted again within the interval of the settings', async () => {
  const renew = (refresh_token: string) => auth.client().refreshSession({ refresh_token })
  const tryOld = async () => {
    const { session } = await aUser()
    const { data } = await renew(session.refresh_token)
    await renew(data.session!.refresh_token)
    return (await renew(session.refresh_token)).error
  }
  await during({ security_refresh_token_reuse_interval: 300 })
  expect(await tryOld()).toBeNull()
  await auth.change({ security_refresh_token_reuse_interval: 0 })
  expect(await tryOld()).toMatchObject({ code: 'refresh_token_already_used', status: 400 })
})

test('numbers are confirmed without a message when the settings say so', async () => {
  await during({ external_phone_enabled: true, sms_autoconfirm: true })
  const phone = newPhone()
  const { data, error } = await auth.client().signUp({ phone: `+${phone}`, password: PASSWORD })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    session: { access_token: expect.any(String) },
    user: { phone, phone_confirmed_at: expect.any(String) },
  })
  expect(await auth.codeTo(phone)).toBeUndefined()
})

test('the project sends as many mails an hour as the settings say, and an invitation counts for none', async () => {
  await during({ rate_limit_email_sent: 1 })
  const ask = async (email: string) => (await auth.client().signInWithOtp({ email })).error?.code
  const first = await ask(newEmail())
  // The hour may have begun with the mails of another test.
  expect([undefined, 'over_email_send_rate_limit']).toContain(first)
  const refused = newEmail()
  expect(await ask(refused)).toBe('over_email_send_rate_limit')
  expect(await auth.mailTo(refused)).toBeUndefined()
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const invited = newEmail()
  expect((await admin.inviteUserByEmail(invited)).error).toBeNull()
  expect((await auth.mailTo(invited))!.kind).toBe('invite')
})

test.each<[keyof AuthSettingsChange & `rate_limit_${string}`, () => Promise<{ error: unknown }>]>([
  ['rate_limit_otp', () => auth.client().resetPasswordForEmail(newEmail())],
  ['rate_limit_verify', () => auth.client().verifyOtp({ email: newEmail(), token: '123456', type: 'email' })],
  ['rate_limit_anonymous_users', () => auth.client().signInAnonymously()],
])('%s limits the calls of one network', async (setting, call) => {
  const LIMITED = { code: 'over_request_rate_limit', status: 429 }
  await during({ external_anonymous_users_enabled: true, [setting]: 1 })
  await call()
  expect((await call()).error).toMatchObject(LIMITED)
  await auth.change({ [setting]: 100_000 })
  expect((await call()).error).not.toMatchObject(LIMITED)
})

test('passkeys and security keys are made for the domain and sites of the settings', async () => {
  await during({
    passkey_enabled: true,
    webauthn_rp_id: 'example.org',
    webauthn_rp_display_name: 'The Shop',
    webauthn_rp_origins: ['https://shop.example.org'],
  })
  const { session } = await aUser()
  const token = session.access_token
  const adding = await auth.send('/passkeys/registration/options', { token, body: {} })
  expect(adding.body.options.rp).toEqual({ id: 'example.org', name: 'The Shop' })
  const asked = await auth.send('/passkeys/authentication/options', { body: {} })
  expect(asked.body.options.rpId).toBe('example.org')
})
