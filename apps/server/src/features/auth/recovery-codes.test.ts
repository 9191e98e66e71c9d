import { getAuthUser } from '@basalt/contract/auth/auth.endpoints.ts'
import { RECOVERY_CODES, RECOVERY_TRIES } from '@basalt/contract/auth/recovery-codes.rules.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Users who have lost their second factor, with the unmodified client library. */

type AuthClient = ReturnType<AuthFixture['client']>
const PASSWORD = 'correct horse'

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({
    mailer_autoconfirm: true,
    external_anonymous_users_enabled: true,
    mfa_recovery_codes_enroll_enabled: true,
    mfa_recovery_codes_verify_enabled: true,
  })
})
afterAll(() => auth[Symbol.asyncDispose]())

let count = 0
/** A user whose session has verified an authenticator app. */
async function aUser() {
  const email = `recovery${++count}@example.com`
  const client = auth.client()
  const { data } = await client.signUp({ email, password: PASSWORD })
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const code = new TOTP({ secret: factor!.totp.secret }).generate()
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor!.id, code })
  expect(error).toBeNull()
  return { client, email, id: data.user!.id, totp: factor!.id }
}
/** A user with recovery codes. */
async function withCodes() {
  const user = await aUser()
  const { data, error } = await user.client.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  return { ...user, set: data!.id, codes: data!.codes }
}
async function signedIn(email: string) {
  const client = auth.client()
  const { error } = await client.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  return client
}
const levelOf = async (client: AuthClient) =>
  (await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel
const verify = async (client: AuthClient, code: string) =>
  (await client.mfa.recoveryCodes.verify({ code })).error

test('codes are shown once, and each raises a session once, however it is typed', async () => {
  const { client, email, id } = await aUser()
  const { data } = await client.mfa.recoveryCodes.generate({ friendlyName: 'Paper' })
  expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'Paper', total: RECOVERY_CODES })
  const { codes } = data!
  expect(new Set(codes).size).toBe(RECOVERY_CODES)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{16}$/)
  expect((await client.mfa.listFactors()).data!.recovery_code).toMatchObject([
    { id: data!.id, friendly_name: 'Paper', status: 'verified' },
  ])
  expect((await client.mfa.recoveryCodes.getStatus()).data).toEqual({
    id: data!.id,
    type: 'recovery_code',
    total: RECOVERY_CODES,
    remaining: RECOVERY_CODES,
  })

  const [lost, other] = [await signedIn(email), await signedIn(email)]
  const typed = codes[3]!.toUpperCase().replace(/(.{4})(?=.)/g, '$1 - ')
  const { data: raised, error } = await lost.mfa.recoveryCodes.verify({ code: typed })
  expect(error).toBeNull()
  expect(raised!.user.id).toBe(id)
  expect(await levelOf(lost)).toBe('aal2')
  const { amr } = (await lost.getClaims()).data!.claims
  expect(amr).toEqual(expect.arrayContaining([expect.objectContaining({ method: 'mfa/recovery_code' })]))
  // Sessions that have not reached the level end.
  expect((await other.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect(await verify(await signedIn(email), codes[3]!)).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  })
  expect((await lost.mfa.recoveryCodes.getStatus()).data!.remaining).toBe(RECOVERY_CODES - 1)
})

test('one code, typed in two sessions at once, raises one of them', async () => {
  const { email, codes } = await withCodes()
  const sessions = [await signedIn(email), await signedIn(email), await signedIn(email)]
  const errors = await Promise.all(sessions.map((client) => verify(client, codes[0]!)))
  expect(errors.filter((error) => error === null)).toHaveLength(1)
})

test('codes are stored as hashes, and nobody finds another user by them', async () => {
  const { codes, set } = await withCodes()
  const rows = await auth.sql('select code_hash, used_at from auth.mfa_recovery_codes where factor_id = $1', [
    set,
  ])
  expect(rows).toHaveLength(RECOVERY_CODES)
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
  const other = await withCodes()
  expect(await verify(await signedIn(other.email), codes[0]!)).toMatchObject({
    code: 'mfa_verification_failed',
  })
})

test('replaced codes no longer count, and the set keeps its name', async () => {
  const { client, email, codes, set } = await withCodes()
  const { data } = await client.mfa.recoveryCodes.regenerate()
  expect(data).toMatchObject({ id: set, friendly_name: 'Recovery codes', total: RECOVERY_CODES })
  const later = await signedIn(email)
  expect(await verify(later, codes[0]!)).toMatchObject({ code: 'mfa_verification_failed' })
  expect(await verify(later, data!.codes[0]!)).toBeNull()
  expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: 'mfa_verified_factor_exists',
  })
})

test('after some wrong codes even the right one has to wait, until the codes are replaced', async () => {
  const { client, email, codes } = await withCodes()
  const guessing = await signedIn(email)
  for (let tries = 0; tries < RECOVERY_TRIES.count; tries += 1)
    expect(await verify(guessing, 'a'.repeat(16))).toMatchObject({ code: 'mfa_verification_failed' })
  const locked = { status: 429, code: 'mfa_recovery_codes_locked' }
  expect(await verify(guessing, codes[0]!)).toMatchObject(locked)
  // The session with the authenticator app can replace them.
  const { data } = await client.mfa.recoveryCodes.regenerate()
  expect(await verify(guessing, data!.codes[0]!)).toBeNull()
})

test('codes need a session at aal2 and another factor, and go with the last one', async () => {
  const { client, email, totp } = await withCodes()
  const first = await signedIn(email)
  const level = { status: 403, code: 'insufficient_aal' }
  expect((await first.mfa.recoveryCodes.generate()).error).toMatchObject(level)
  expect((await first.mfa.recoveryCodes.regenerate()).error).toMatchObject(level)
  expect((await first.mfa.recoveryCodes.unenroll()).error).toMatchObject(level)
  expect((await first.mfa.recoveryCodes.getStatus()).error).toBeNull()

  await client.mfa.unenroll({ factorId: totp })
  const { data } = await client.getUser()
  expect(data.user!.factors ?? []).toEqual([])
  expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
  // The token still says aal2 for a while.
  expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_sole_factor',
  })
})

test('a user removes the codes, and the calls of other factors refuse them', async () => {
  const { client, set } = await withCodes()
  expect((await client.mfa.challenge({ factorId: set })).error).toMatchObject({ code: 'validation_failed' })
  expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: set })
  const missing = { code: 'mfa_factor_not_found' }
  expect((await client.mfa.recoveryCodes.unenroll()).error).toMatchObject(missing)
  expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(missing)
  expect(await verify(client, 'a'.repeat(16))).toMatchObject({ code: 'mfa_verification_failed' })
  expect(await auth.sql('select 1 from auth.mfa_recovery_codes where factor_id = $1', [set])).toEqual([])
})

test('a set is made once by two calls at once, under a name that no other factor has', async () => {
  const { client } = await aUser()
  expect((await client.mfa.recoveryCodes.generate({ friendlyName: 'App' })).error).toMatchObject({
    code: 'mfa_factor_name_conflict',
  })
  expect((await client.mfa.recoveryCodes.generate({ friendlyName: 'x'.repeat(101) })).error).toMatchObject({
    code: 'validation_failed',
  })
  const both = await Promise.all(
    ['One', 'Other'].map((friendlyName) => client.mfa.recoveryCodes.generate({ friendlyName })),
  )
  expect(both.map(({ error }) => error?.code).sort()).toEqual(['mfa_verified_factor_exists', undefined])
})

test('recovery codes are off by default, and nobody anonymous has them', async () => {
  const { client, email, codes } = await withCodes()
  await auth.change({ mfa_recovery_codes_enroll_enabled: false, mfa_recovery_codes_verify_enabled: false })
  const off = { status: 422, code: 'mfa_recovery_codes_enroll_not_enabled' }
  expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(off)
  expect((await (await aUser()).client.mfa.recoveryCodes.generate()).error).toMatchObject(off)
  expect(await verify(await signedIn(email), codes[0]!)).toMatchObject({
    code: 'mfa_recovery_codes_verify_not_enabled',
  })
  await auth.change({ mfa_recovery_codes_enroll_enabled: true, mfa_recovery_codes_verify_enabled: true })
  const visitor = auth.client()
  await visitor.signInAnonymously()
  expect((await visitor.mfa.recoveryCodes.getStatus()).error).toMatchObject({
    status: 403,
    code: 'no_authorization',
  })
  // An app that nobody can verify with any more is no other factor.
  const alone = await aUser()
  await auth.change({ mfa_totp_verify_enabled: false })
  expect((await alone.client.mfa.recoveryCodes.generate()).error).toMatchObject({
    code: 'mfa_recovery_codes_sole_factor',
  })
  await auth.change({ mfa_totp_verify_enabled: true })
})

test('a hook judges tries, and the user, the audit log and a member see the set', async () => {
  const { email, id, codes } = await withCodes()
  await auth.sql(`create function judge(event jsonb) returns jsonb language sql as $$
    select case when event ->> 'factor_type' = 'recovery_code' and (event ->> 'valid')::boolean
      then '{"decision": "reject", "message": "Call us"}'::jsonb else '{"decision": "continue"}' end $$`)
  await auth.sql('grant execute on function judge to supabase_auth_admin')
  await auth.change({
    hooks: {
      mfa_verification_attempt: { enabled: true, uri: 'pg-functions://postgres/public/judge' },
    },
  })
  expect(await verify(await signedIn(email), codes[0]!)).toMatchObject({
    status: 403,
    code: 'mfa_verification_rejected',
    message: 'Call us',
  })
  await auth.change({ hooks: { mfa_verification_attempt: null } })
  const client = await signedIn(email)
  expect(await verify(client, codes[0]!)).toMatchObject({ code: 'mfa_verification_failed' })
  expect(await verify(client, codes[1]!)).toBeNull()
  await client.mfa.recoveryCodes.regenerate()
  const actions = await auth.sql(
    `select distinct payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
    [id],
  )
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'recovery_codes_generated',
      'recovery_codes_regenerated',
      'verify_factor',
      'verify_factor_failed',
    ]),
  )
  const { body } = await auth.owner.call(getAuthUser, { params: { ...auth.params, id } })
  expect(body.factors.map(({ factor_type }) => factor_type)).toEqual(['totp', 'recovery_code'])
})
