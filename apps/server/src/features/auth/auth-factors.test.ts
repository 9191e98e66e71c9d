import { deleteAuthPasskey, getAuthUser } from '@basalt/contract/auth/auth.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { softwareAuthenticator } from '../../test/software-authenticator.ts'

/** Phones and security keys as second factors, and passkeys, with the unmodified client library. */

type AuthClient = ReturnType<AuthFixture['client']>

const PASSWORD = 'correct horse'
const ORIGIN = 'https://shop.example'

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({
    site_url: ORIGIN,
    mailer_autoconfirm: true,
    external_anonymous_users_enabled: true,
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    passkey_enabled: true,
  })
})
afterAll(() => auth[Symbol.asyncDispose]())

let count = 0
async function aUser() {
  const email = `factor${++count}@example.com`
  const client = auth.client()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, email, id: data.user!.id }
}
const levelOf = async (client: AuthClient) => (await client.mfa.getAuthenticatorAssuranceLevel()).data

type Answer = { credential_options: { publicKey: { challenge: unknown } } }

/** The challenge of a factor as the software authenticator takes it. */
async function challengeOf(client: AuthClient, factorId: string) {
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: { rpId: 'shop.example' } })
  expect(error).toBeNull()
  const { id, webauthn } = data as unknown as {
    id: string
    webauthn: Answer & { type: 'create' | 'request' }
  }
  const bytes = Buffer.from(webauthn.credential_options.publicKey.challenge as ArrayBuffer)
  return { challengeId: id, type: webauthn.type, challenge: bytes.toString('base64url') }
}

/** Verifies a factor with an authenticator; `change` makes the answer a wrong one. */
async function verify(
  client: AuthClient,
  factorId: string,
  key: ReturnType<typeof softwareAuthenticator>,
  userId: string,
) {
  const { challengeId, type, challenge } = await challengeOf(client, factorId)
  const user = { id: Buffer.from(userId).toString('base64url') }
  const credential_response =
    type === 'create'
      ? key.create({ challenge, rp: { id: 'shop.example' }, user })
      : key.use({ challenge, rpId: 'shop.example' })
  const params = { factorId, challengeId, webauthn: { rpId: 'shop.example', type, credential_response } }
  return {
    params,
    reply: await client.mfa.verify(params as unknown as Parameters<AuthClient['mfa']['verify']>[0]),
  }
}

test('a phone is a second factor: its code raises the session once', async () => {
  const { client, email } = await aUser()
  const phone = '15557654321'
  const { data: factor, error } = await client.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Mobile',
    phone: `+${phone}`,
  })
  expect(error).toBeNull()
  expect(factor).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone })
  const factorId = factor!.id
  const { data: challenge } = await client.mfa.challenge({ factorId, channel: 'sms' })
  expect(challenge).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
  const code = (await auth.codeTo(phone))!
  const challengeId = challenge!.id
  const wrong = code === '111111' ? '222222' : '111111'
  expect((await client.mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({
    code: 'mfa_verification_failed',
    status: 422,
  })
  expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect(await levelOf(client)).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
  })
  expect((await client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
    code: 'mfa_factor_not_found',
  })
  expect((await client.mfa.listFactors()).data!.phone).toMatchObject([{ id: factorId, phone }])
  expect(
    (await client.mfa.enroll({ factorType: 'phone', friendlyName: 'Again', phone })).error,
  ).toMatchObject({ code: 'mfa_verified_factor_exists' })
  // The code is stored nowhere.
  expect(await auth.sql('select otp_code from auth.mfa_challenges where factor_id = $1', [factorId])).toEqual(
    [{ otp_code: null }],
  )
  // Messages cost money, so they are limited, and refused when the settings say so.
  const next = auth.client()
  await next.signInWithPassword({ email, password: PASSWORD })
  await auth.change({ sms_max_frequency: 60 })
  const often = [
    await next.mfa.challenge({ factorId, channel: 'sms' }),
    await next.mfa.challenge({ factorId, channel: 'sms' }),
  ]
  expect(often.map((reply) => reply.error?.code)).toEqual([undefined, 'over_sms_send_rate_limit'])
  await auth.change({ sms_max_frequency: 0, mfa_phone_verify_enabled: false })
  expect((await next.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject({
    code: 'mfa_phone_verify_not_enabled',
  })
  await auth.change({ mfa_phone_verify_enabled: true })
})

test('a code that is sent twice at once counts once', async () => {
  const { client } = await aUser()
  const phone = '15557654322'
  const { data: factor } = await client.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone })
  const { data: challenge } = await client.mfa.challenge({ factorId: factor!.id, channel: 'sms' })
  const code = await auth.codeTo(phone)
  const token = (await client.getSession()).data.session!.access_token
  const verify = () =>
    auth.send(`/factors/${factor!.id}/verify`, { token, body: { challenge_id: challenge!.id, code } })
  const HELD = 'select from auth.mfa_factors where id = $1 for update'
  const replies = await auth.whileHeld(HELD, [factor!.id], 2, () => Promise.all([verify(), verify()]))
  const statuses = replies.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, expect.toBeOneOf([404, 422])])
})

test('a security key is a second factor, and an answer of another site, key, time or challenge is refused', async () => {
  const { client, email, id } = await aUser()
  const { data: factor, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(error).toBeNull()
  expect(factor).toMatchObject({ type: 'webauthn', friendly_name: 'Key' })
  const factorId = factor!.id
  const key = softwareAuthenticator('https://evil.example')
  expect((await verify(client, factorId, key, id)).reply.error).toMatchObject({
    code: 'mfa_verification_failed',
  })
  key.state.origin = ORIGIN
  expect((await verify(client, factorId, key, id)).reply.error).toBeNull()
  expect(await levelOf(client)).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
  expect((await client.mfa.listFactors()).data!.webauthn).toMatchObject([{ id: factorId }])

  const next = auth.client()
  await next.signInWithPassword({ email, password: PASSWORD })
  const used = await verify(next, factorId, key, id)
  expect(used.reply.error).toBeNull()
  // The same answer again.
  const again = auth.client()
  await again.signInWithPassword({ email, password: PASSWORD })
  const replayed = used.params as unknown as Parameters<AuthClient['mfa']['verify']>[0]
  expect((await again.mfa.verify(replayed)).error).toMatchObject({ code: 'mfa_factor_not_found' })
  const { challengeId } = await challengeOf(again, factorId)
  expect(
    (await again.mfa.verify({ ...(replayed as object), challengeId } as typeof replayed)).error,
  ).toMatchObject({ code: 'mfa_verification_failed' })
  // A copy of the key, whose counter is behind.
  key.state.counter = 0
  expect((await verify(again, factorId, key, id)).reply.error).toMatchObject({
    code: 'mfa_verification_failed',
  })
  key.state.counter = 50
  // Another key.
  const other = softwareAuthenticator(ORIGIN)
  other.create({ challenge: 'x', rp: { id: 'shop.example' }, user: { id: 'x' } })
  expect((await verify(again, factorId, other, id)).reply.error).toMatchObject({
    code: 'mfa_verification_failed',
  })
  expect(await levelOf(again)).toMatchObject({ currentLevel: 'aal1' })
  expect((await verify(again, factorId, key, id)).reply.error).toBeNull()
  // Another site than that of the settings.
  const { error: elsewhere } = await again.mfa.challenge({ factorId, webauthn: { rpId: 'evil.example' } })
  expect(elsewhere).toMatchObject({ code: 'validation_failed', status: 400 })
  expect(
    await auth.sql(
      `select (web_authn_credential -> 'authenticator' ->> 'signCount')::int as counter from auth.mfa_factors where id = $1`,
      [factorId],
    ),
  ).toEqual([{ counter: 51 }])
})

test('factors that the settings do not offer are refused', async () => {
  const { client } = await aUser()
  await auth.change({ mfa_phone_enroll_enabled: false, mfa_web_authn_enroll_enabled: false })
  expect((await client.mfa.enroll({ factorType: 'phone', phone: '15551112222' })).error).toMatchObject({
    code: 'mfa_phone_enroll_not_enabled',
  })
  expect((await client.mfa.enroll({ factorType: 'webauthn' })).error).toMatchObject({
    code: 'mfa_webauthn_enroll_not_enabled',
  })
  await auth.change({ mfa_phone_enroll_enabled: true, mfa_web_authn_enroll_enabled: true })
  expect((await client.mfa.enroll({ factorType: 'phone', phone: 'x' })).error).toMatchObject({
    code: 'validation_failed',
  })
})

/** Adds a passkey with a new authenticator. */
async function addPasskey(client: AuthClient) {
  const key = softwareAuthenticator(ORIGIN)
  const { data: begun, error } = await client.passkey.startRegistration()
  expect(error).toBeNull()
  const credential = key.create(begun!.options as Parameters<typeof key.create>[0]) as never
  const added = await client.passkey.verifyRegistration({ challengeId: begun!.challenge_id, credential })
  return { key, begun: begun!, credential, added }
}

/** Signs in with a passkey, as somebody without a session. */
async function signIn(key: ReturnType<typeof softwareAuthenticator>) {
  const client = auth.client()
  const { data: begun, error } = await client.passkey.startAuthentication()
  expect(error).toBeNull()
  const credential = key.use(begun!.options as Parameters<typeof key.use>[0]) as never
  const params = { challengeId: begun!.challenge_id, credential }
  return { client, params, reply: await client.passkey.verifyAuthentication(params) }
}

test('a passkey is added, signs in without a name, and is managed by its user', async () => {
  const { client, id } = await aUser()
  const { key, begun, added } = await addPasskey(client)
  expect(begun.options).toMatchObject({
    rp: { id: 'shop.example', name: 'shop.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(added).toMatchObject({
    error: null,
    data: { id: expect.any(String), created_at: expect.any(String) },
  })
  const passkeyId = added.data!.id
  const { reply, client: signedIn } = await signIn(key)
  expect(reply).toMatchObject({ error: null, data: { user: { id } } })
  expect(await levelOf(signedIn)).toMatchObject({
    currentLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'passkey' }],
  })
  expect((await client.passkey.update({ passkeyId, friendlyName: 'Laptop' })).data).toMatchObject({
    friendly_name: 'Laptop',
  })
  expect((await client.passkey.list()).data).toMatchObject([
    { id: passkeyId, friendly_name: 'Laptop', last_used_at: expect.any(String) },
  ])
  // Others neither see nor change it.
  const other = (await aUser()).client
  expect((await other.passkey.list()).data).toEqual([])
  for (const { error } of [
    await other.passkey.update({ passkeyId, friendlyName: 'Mine' }),
    await other.passkey.delete({ passkeyId }),
  ])
    expect(error).toMatchObject({ code: 'webauthn_credential_not_found', status: 404 })
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await signIn(key)).reply.error).toMatchObject({ code: 'webauthn_credential_not_found' })
  expect(
    await auth.sql(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' like 'passkey%' order by created_at`,
      [id],
    ),
  ).toEqual([{ action: 'passkey_created' }, { action: 'passkey_updated' }, { action: 'passkey_deleted' }])
})

test('a passkey belongs to one user', async () => {
  const { key } = await addPasskey((await aUser()).client)
  const { client } = await aUser()
  const { data: begun } = await client.passkey.startRegistration()
  const credential = key.create(begun!.options as Parameters<typeof key.create>[0]) as never
  expect(
    (await client.passkey.verifyRegistration({ challengeId: begun!.challenge_id, credential })).error,
  ).toMatchObject({ code: 'webauthn_credential_exists', status: 422 })
})

test('a passkey answer counts once, for its challenge, its site and its user', async () => {
  const { client, email, id } = await aUser()
  const { key, begun, credential } = await addPasskey(client)
  expect(
    (await client.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential })).error,
  ).toMatchObject({ code: 'webauthn_challenge_not_found' })
  const first = await signIn(key)
  expect((await auth.client().passkey.verifyAuthentication(first.params)).error).toMatchObject({
    code: 'webauthn_challenge_not_found',
  })
  // An old answer for a new challenge.
  const { data: next } = await auth.client().passkey.startAuthentication()
  expect(
    (await auth.client().passkey.verifyAuthentication({ ...first.params, challengeId: next!.challenge_id }))
      .error,
  ).toMatchObject({ code: 'webauthn_verification_failed' })
  // Another site, no verified user, the handle of another user, a counter that went back.
  for (const change of [
    { origin: 'https://evil.example' },
    { isUserVerified: false },
    { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    { counter: 0 },
  ]) {
    const before = { ...key.state }
    Object.assign(key.state, change)
    expect((await signIn(key)).reply.error).toMatchObject({
      code: 'webauthn_verification_failed',
      status: 422,
    })
    Object.assign(key.state, before)
  }
  // Too late.
  const { data: late } = await auth.client().passkey.startAuthentication()
  await auth.sql(
    `update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`,
    [late!.challenge_id],
  )
  const answer = key.use(late!.options as Parameters<typeof key.use>[0]) as never
  expect(
    (
      await auth
        .client()
        .passkey.verifyAuthentication({ challengeId: late!.challenge_id, credential: answer })
    ).error,
  ).toMatchObject({ code: 'webauthn_challenge_expired' })
  // A banned user.
  const service = auth.client('implicit', auth.keyOf('service_role'))
  await service.admin.updateUserById(id, { ban_duration: '1h' })
  expect((await signIn(key)).reply.error).toMatchObject({ code: 'user_banned' })
  await service.admin.updateUserById(id, { ban_duration: 'none' })
  expect((await signIn(key)).reply.error).toBeNull()
  // The ban ended the sessions.
  await client.signInWithPassword({ email, password: PASSWORD })
  const { added: second } = await addPasskey(client)
  const removed = { ref: auth.ref, id, passkey: second.data!.id }
  expect((await auth.owner.call(deleteAuthPasskey, { params: removed })).status).toBe(200)
  const { data: seen } = await service.admin.passkey.listPasskeys({ userId: id })
  expect(seen).toHaveLength(1)
  const passkeyId = seen![0]!.id
  // A member sees it.
  const params = { ref: auth.ref, id }
  expect((await auth.owner.call(getAuthUser, { params })).body.passkeys).toMatchObject([
    { id: passkeyId, friendly_name: null },
  ])
  const missing = { ...params, passkey: crypto.randomUUID() }
  expect((await auth.owner.call(deleteAuthPasskey, { params: missing })).status).toBe(404)
  expect((await service.admin.passkey.deletePasskey({ userId: id, passkeyId })).error).toBeNull()
  expect((await service.admin.passkey.deletePasskey({ userId: id, passkeyId })).error).toMatchObject({
    code: 'webauthn_credential_not_found',
  })
})

test('passkeys are for confirmed users, ten each, and need the second factor of those who have one', async () => {
  const visitor = auth.client()
  await visitor.signInAnonymously()
  expect((await visitor.passkey.startRegistration()).error).toMatchObject({ code: 'validation_failed' })
  const { client, email, id } = await aUser()
  await auth.sql(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
     select $1, int4send(n), '' from generate_series(1, 9) n`,
    [id],
  )
  expect((await addPasskey(client)).added.error).toBeNull()
  expect((await client.passkey.startRegistration()).error).toMatchObject({ code: 'too_many_passkeys' })

  const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect((await verify(client, factor!.id, softwareAuthenticator(ORIGIN), id)).reply.error).toBeNull()
  const next = auth.client()
  await next.signInWithPassword({ email, password: PASSWORD })
  const [passkey] = (await next.passkey.list()).data!
  expect((await next.passkey.delete({ passkeyId: passkey!.id })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  expect((await client.passkey.delete({ passkeyId: passkey!.id })).error).toBeNull()

  await auth.change({ passkey_enabled: false })
  expect((await auth.client().passkey.startAuthentication()).error).toMatchObject({
    code: 'passkey_disabled',
  })
  await auth.change({ passkey_enabled: true })
})
