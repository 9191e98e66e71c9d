import { verify, X509Certificate } from 'node:crypto'
import {
  createSamlKey,
  createSsoProvider,
  deleteSamlKey,
  deleteSsoProvider,
  listSamlKeys,
  listSsoProviders,
  rotateSamlKeys,
  updateSsoProvider,
} from '@basalt/contract/auth/auth.endpoints.ts'
import {
  openSamlIdentityProvider,
  type SamlAnswer,
  type SamlEncryption,
  type SamlRequest,
} from '@basalt/testing/saml-identity-provider.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { newSamlIdentity } from './saml-identity.ts'

/** People sign in with a company account, with the unmodified client and an identity provider on this machine. */

const SITE = 'http://localhost:3000/'

let auth: AuthFixture
let company: Awaited<ReturnType<typeof openSamlIdentityProvider>>
let providerId: string
beforeAll(async () => {
  company = await openSamlIdentityProvider()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({ saml_enabled: true, uri_allow_list: ['https://app.example/**'] })
  const created = await admin('/admin/sso/providers', {
    type: 'saml',
    metadata_url: `${company.origin}/metadata`,
    domains: ['Company.example'],
    attribute_mapping: {
      keys: { department: { name: 'dept', default: 'none' }, groups: { names: ['groups'], array: true } },
    },
  })
  expect(created.status).toBe(201)
  providerId = (created.body as { id: string }).id
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await company[Symbol.asyncDispose]()
})

const admin = (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
  auth.send(path, { key: auth.keyOf('service_role'), method, ...(body !== undefined && { body }) })

/** Begins a sign-in; resolves to what the identity provider was asked. */
async function ask(redirectTo?: string, client = auth.client()): Promise<SamlRequest> {
  const { data, error } = await client.signInWithSSO({
    domain: 'company.example',
    options: { skipBrowserRedirect: true, ...(redirectTo !== undefined && { redirectTo }) },
  })
  expect(error).toBeNull()
  return company.requestIn(data!.url)
}

/** Posts an answer as the browser does; resolves to where it is sent and what it carries. */
async function post(answer: string, relayState: string) {
  const reply = await fetch(`${auth.url}/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: answer, RelayState: relayState }),
  })
  expect(reply.status).toBe(302)
  const to = new URL(reply.headers.get('location')!)
  const parts = Object.fromEntries(new URLSearchParams(to.hash.slice(1)))
  return { page: to.origin + to.pathname, code: to.searchParams.get('code'), ...parts } as {
    page: string
    code: string | null
    access_token?: string
    error_code?: string
    error_description?: string
  }
}
const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

test('a user signs in with a company account, whose attributes become claims', async () => {
  company.state.person = {
    nameId: 'ann-1',
    attributes: { email: ['Ann@Company.example'], dept: ['R&D'], groups: ['a', 'b'] },
  }
  const asked = await ask('https://app.example/welcome')
  expect(asked).toMatchObject({
    issuer: `${auth.url}/sso/saml/metadata`,
    answersTo: `${auth.url}/sso/saml/acs`,
  })
  const returned = await post(company.answerTo(asked), asked.relayState)
  expect(returned.page).toBe('https://app.example/welcome')
  expect(claimsIn(returned.access_token!)).toMatchObject({
    email: 'ann@company.example',
    amr: [{ method: 'sso/saml' }],
    app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
    user_metadata: { custom_claims: { department: 'R&D', groups: ['a', 'b'] } },
  })
  // The same person again, with another address, signed around the assertion.
  company.state.person = { nameId: 'ann-1', attributes: { email: ['ann.b@company.example'] } }
  const again = await ask()
  const second = await post(company.answerTo(again, { signs: 'response' }), again.relayState)
  expect(second.page).toBe(SITE)
  expect(claimsIn(second.access_token!)).toMatchObject({
    sub: claimsIn(returned.access_token!).sub,
    email: 'ann.b@company.example',
    user_metadata: { custom_claims: { department: 'none' } },
  })
  // The company manages address and password.
  const change = await auth.send('/user', {
    method: 'PUT',
    token: second.access_token!,
    body: { password: 'a new password' },
  })
  expect(change).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } })
})

test('with PKCE only the client that began gets the session', async () => {
  const client = auth.client('pkce')
  const asked = await ask('https://app.example/', client)
  const { code, access_token } = await post(company.answerTo(asked), asked.relayState)
  expect(access_token).toBeUndefined()
  expect((await auth.client('pkce').exchangeCodeForSession(code!)).error).toBeTruthy()
  const { data, error } = await client.exchangeCodeForSession(code!)
  expect(error).toBeNull()
  expect(data.session!.user.app_metadata).toMatchObject({ provider: `sso:${providerId}` })
})

test('a company never enters the account of someone who signs in otherwise', async () => {
  const email = 'owner@company.example'
  const service = auth.client('implicit', auth.keyOf('service_role'))
  const { data } = await service.admin.createUser({ email, password: 'correct horse', email_confirm: true })
  const asked = await ask()
  const { access_token } = await post(
    company.answerTo(asked, { nameId: 'x-9', attributes: { email: [email] } }),
    asked.relayState,
  )
  expect(claimsIn(access_token!)).toMatchObject({ email })
  expect(claimsIn(access_token!).sub).not.toBe(data.user!.id)
  const { data: own } = await auth.client().signInWithPassword({ email, password: 'correct horse' })
  expect(own.user!.id).toBe(data.user!.id)
})

test('a sign-in may begin at the identity provider, and each answer counts once', async () => {
  const idp: SamlRequest = {
    id: '',
    issuer: `${auth.url}/sso/saml/metadata`,
    answersTo: `${auth.url}/sso/saml/acs`,
    relayState: '',
  }
  const answer = company.answerTo(idp)
  expect(await post(answer, 'https://app.example/tile')).toMatchObject({
    page: 'https://app.example/tile',
    access_token: expect.any(String),
  })
  expect((await post(answer, '')).error_description).toContain('used before')
  // An address that is not allowed.
  expect((await post(company.answerTo(idp), 'https://evil.example/')).page).toBe(SITE)
  // An answer to a request needs its sign-in.
  const asked = await ask()
  expect((await post(company.answerTo(asked), '')).error_description).toContain('not meant for this sign-in')
})

const evil = (xml: string) => xml.replace(/ann\.b@company\.example|ann-1/g, 'admin@company.example')

test.each<[string, SamlAnswer, string]>([
  ['without a signature', { signs: 'nothing' }, 'Invalid signature'],
  ['signed with another key', { isForged: true }, 'Invalid signature'],
  ['signed with SHA-1', { algorithm: 'sha1' }, 'no longer safe'],
  ['changed after it was signed', { alter: evil }, 'Invalid signature'],
  [
    'with an unsigned assertion before the signed one',
    {
      alter: (xml) => {
        const [assertion] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)!
        const copy = evil(assertion)
          .replace(/<Signature.*<\/Signature>/s, '')
          .replace(/ID="_/, 'ID="_evil')
        return xml.replace(assertion, copy + assertion)
      },
    },
    'multiple assertions',
  ],
  [
    'with the signed assertion wrapped into another',
    {
      alter: (xml) => {
        const [assertion] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)!
        const [signature] = /<Signature.*<\/Signature>/s.exec(assertion)!
        const unsigned = assertion.replace(signature, '')
        const outer = evil(unsigned)
          .replace(/ID="_/, 'ID="_evil')
          .replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signature.replace('</Signature>', `<Object>${unsigned}</Object></Signature>`)}`,
          )
        return xml.replace(assertion, outer)
      },
    },
    'Invalid signature',
  ],
  [
    'with the signed answer wrapped into another',
    {
      signs: 'response',
      alter: (xml) => {
        const inner = xml.replace(/^<\?xml[^>]*>/, '')
        return evil(inner)
          .replace(/<Signature.*?<\/Signature>/s, '')
          .replace(/ID="_/, 'ID="_evil')
          .replace('</samlp:Response>', `<samlp:Extensions>${inner}</samlp:Extensions></samlp:Response>`)
      },
    },
    'Invalid signature',
  ],
  ['for another audience', { audience: 'https://other.example' }, 'audience mismatch'],
  ['for another recipient', { recipient: 'https://other.example/acs' }, 'not meant for this sign-in'],
  ['for another request', { inResponseTo: '_other' }, 'not meant for this sign-in'],
  ['for no request', { inResponseTo: null }, 'not meant for this sign-in'],
  ['from another issuer', { issuer: 'https://other.example' }, 'another identity provider'],
  ['that has expired', { issued: -9, expires: -5 }, 'expired'],
  ['that is too old', { issued: -30, expires: 60 }, 'too old'],
  ['from the future', { issued: 30, expires: 60 }, 'not yet valid'],
  ['without a person', { nameId: '', attributes: {} }, 'does not tell who'],
  ['without an address', { nameId: 'p-7', attributes: {} }, 'no email address'],
  [
    'with a document type',
    { alter: (xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${xml}` },
    'document type',
  ],
  [
    'nested a thousand times',
    { alter: () => `${'<a b="/>">'.repeat(1000)}${'</a>'.repeat(1000)}` },
    'nested too deeply',
  ],
  ['that is no XML', { alter: () => '\u0001<<<' }, 'not valid'],
  ['of a megabyte', { alter: (xml) => xml + ' '.repeat(400_000) }, 'not valid'],
])('an answer %s is refused', async (_, changes, reason) => {
  const asked = await ask()
  const returned = await post(company.answerTo(asked, changes), asked.relayState)
  expect(returned.access_token).toBeUndefined()
  expect(returned.error_description).toContain(reason)
  expect(
    await auth.sql(
      `select payload ->> 'action' as action, payload -> 'traits' ->> 'provider' as provider
       from auth.audit_log_entries order by created_at desc limit 1`,
    ),
  ).toEqual([{ action: 'login_failed', provider: 'sso/saml' }])
})

test('a comment within a signed address does not cut it', async () => {
  const asked = await ask()
  const { access_token, error_code } = await post(
    company.answerTo(asked, {
      attributes: { email: ['admin@company.example.evil.example'] },
      alter: (xml) => xml.replace('company.example.evil', 'company.example<!-- x -->.evil'),
    }),
    asked.relayState,
  )
  const email = access_token === undefined ? undefined : claimsIn(access_token).email
  expect([email, error_code]).toContainEqual(
    access_token === undefined ? 'validation_failed' : 'admin@company.example.evil.example',
  )
  expect(email).not.toBe('admin@company.example')
})

/** The certificates of the project for one use, as its metadata publish them. */
async function certificatesFor(use: 'signing' | 'encryption') {
  const xml = await (await fetch(`${auth.url}/sso/saml/metadata`)).text()
  const descriptors = xml.matchAll(
    new RegExp(`<KeyDescriptor use="${use}">.*?<ds:X509Certificate>([^<]+)<`, 'gs'),
  )
  return [...descriptors].map(([, base64]) => new X509Certificate(Buffer.from(base64!, 'base64')))
}
const certificateFor = async (use: 'signing' | 'encryption') => (await certificatesFor(use))[0]!

/** Whether a request that is sent to an identity provider is signed with the key of a certificate. */
function isSignedBy(url: string, { publicKey }: X509Certificate) {
  const signed = new URL(url).search.slice(1).split('&').slice(0, 3).join('&')
  const signature = Buffer.from(new URL(url).searchParams.get('Signature')!, 'base64')
  return verify('sha256', Buffer.from(signed), publicKey, signature)
}

test('requests are signed with the key of the project, also for identity providers that insist on it', async () => {
  const wanting = (xml: string) =>
    xml.replace('<md:IDPSSODescriptor ', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true" ')
  company.state.alterMetadata = (xml) => wanting(xml).replaceAll(company.entityId, 'https://strict.example')
  const { body } = await admin('/admin/sso/providers', {
    type: 'saml',
    metadata_url: `${company.origin}/metadata`,
    domains: ['strict.example'],
  })
  company.state.alterMetadata = (xml) => xml
  onTestFinished(async () => {
    await admin(`/admin/sso/providers/${(body as { id: string }).id}`, undefined, 'DELETE')
  })
  const { data } = await auth
    .client()
    .signInWithSSO({ domain: 'strict.example', options: { skipBrowserRedirect: true } })
  const parts = new URL(data!.url).search.slice(1).split('&')
  expect(parts.map((part) => part.split('=')[0])).toEqual([
    'SAMLRequest',
    'RelayState',
    'SigAlg',
    'Signature',
  ])
  expect(isSignedBy(data!.url, await certificateFor('signing'))).toBe(true)
})

test('the key of a project is replaced while identity providers still have the old one', async () => {
  const { owner, params } = auth
  const statuses = async () => (await owner.call(listSamlKeys, { params })).body.map(({ status }) => status)
  const urlOf = async () => {
    const options = { skipBrowserRedirect: true }
    return (await auth.client().signInWithSSO({ domain: 'company.example', options })).data!.url
  }
  const signsInFor = async (certificate: X509Certificate) => {
    const asked = await ask()
    const returned = await post(await company.encryptedAnswerTo(asked, certificate), asked.relayState)
    return returned.access_token !== undefined
  }
  const old = await certificateFor('signing')
  const [inUse] = (await owner.call(listSamlKeys, { params })).body
  expect(inUse).toMatchObject({
    status: 'in_use',
    certificate: old.toString(),
    fingerprint: old.fingerprint256,
    expires_at: old.validToDate.toISOString(),
  })
  expect((await owner.call(rotateSamlKeys, { params })).status).toBe(409)

  // Published, and not used yet.
  const created = await owner.call(createSamlKey, { params })
  expect(created).toMatchObject({ status: 201, body: { status: 'standby' } })
  const next = new X509Certificate(created.body.certificate)
  const fingerprints = async (use: 'signing' | 'encryption') =>
    (await certificatesFor(use)).map(({ fingerprint256 }) => fingerprint256)
  expect(await fingerprints('signing')).toEqual([old.fingerprint256, next.fingerprint256])
  expect(await fingerprints('encryption')).toEqual([old.fingerprint256])
  expect(isSignedBy(await urlOf(), old)).toBe(true)
  expect(await signsInFor(next)).toBe(true)
  expect((await owner.call(createSamlKey, { params })).status).toBe(409)

  // Used, while answers for the old one are still read.
  expect((await owner.call(rotateSamlKeys, { params })).body.map(({ status }) => status)).toEqual([
    'in_use',
    'previously_used',
  ])
  expect(isSignedBy(await urlOf(), next)).toBe(true)
  for (const use of ['signing', 'encryption'] as const)
    expect(await fingerprints(use)).toEqual([next.fingerprint256])
  expect([await signsInFor(old), await signsInFor(next)]).toEqual([true, true])

  // A second replacement does not end the overlap of the first.
  await owner.call(createSamlKey, { params })
  expect((await owner.call(rotateSamlKeys, { params })).status).toBe(409)
  const remove = async (status: 'standby' | 'previously_used') =>
    (await owner.call(deleteSamlKey, { params: { ...params, status } })).status
  expect([await remove('standby'), await remove('standby')]).toEqual([200, 404])
  expect(await remove('previously_used')).toBe(200)
  expect(await statuses()).toEqual(['in_use'])
  expect([await signsInFor(old), await signsInFor(next)]).toEqual([false, true])
  // Other secrets of the settings are kept.
  await auth.change({ sms: null })
  expect(await statuses()).toEqual(['in_use'])
})

test('of several keys that are created at once, one stays', async () => {
  const { owner, params } = auth
  const created = await Promise.all([1, 2, 3].map(() => owner.call(createSamlKey, { params })))
  expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await owner.call(deleteSamlKey, { params: { ...params, status: 'standby' } })
})

test.each<SamlAnswer['signs']>(['assertion', 'response'])(
  'an encrypted answer whose %s is signed signs in, once',
  async (signs) => {
    const asked = await ask()
    const answer = await company.encryptedAnswerTo(asked, await certificateFor('encryption'), {
      signs,
      attributes: { email: ['secret@company.example'] },
      nameId: 'secret-1',
    })
    expect(Buffer.from(answer, 'base64').toString()).not.toContain('secret@')
    const { access_token } = await post(answer, asked.relayState)
    expect(claimsIn(access_token!)).toMatchObject({ email: 'secret@company.example' })
  },
)

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
test.each<[string, SamlAnswer & SamlEncryption]>([
  ['without a signature', { signs: 'nothing' }],
  ['signed with another key', { isForged: true }],
  ['signed with SHA-1', { algorithm: 'sha1' }],
  ['changed after it was signed', { alter: evil }],
  ['with a document type', { alter: (xml) => `<!DOCTYPE x [<!ENTITY a "a">]>${xml}` }],
  ['nested a thousand times', { alter: () => `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}` }],
  ['for another audience', { audience: 'https://other.example' }],
  ['whose key is encrypted by RSA 1.5', { keyAlgorithm: `${XMLENC}rsa-1_5` }],
  ['encrypted by triple DES', { contentAlgorithm: `${XMLENC}tripledes-cbc` }],
])('an encrypted answer %s is refused without saying why', async (_, changes) => {
  const asked = await ask()
  const certificate = await certificateFor('encryption')
  const returned = await post(await company.encryptedAnswerTo(asked, certificate, changes), asked.relayState)
  expect(returned.access_token).toBeUndefined()
  expect(returned.error_description).toMatch(/could not be decrypted, or what is encrypted is not valid$/)
})

test('removing an identity provider signs its users out', async () => {
  const issuer = 'https://leaving.example/idp'
  const { body } = await admin('/admin/sso/providers', {
    type: 'saml',
    metadata_xml: company.metadata().replaceAll(company.entityId, issuer),
  })
  const { id } = body as { id: string }
  const sentTo = async () => {
    const options = { skipBrowserRedirect: true }
    const { data } = await auth.client().signInWithSSO({ providerId: id, options })
    return company.requestIn(data!.url)
  }
  const leaving = await sentTo()
  const answer = company.answerTo(leaving, { issuer, nameId: 'leaver' })
  const { access_token: token } = await post(answer, leaving.relayState)
  const asked = await ask()
  const { access_token: other } = await post(company.answerTo(asked), asked.relayState)
  expect((await auth.send('/user', { token: token! })).status).toBe(200)
  await admin(`/admin/sso/providers/${id}`, undefined, 'DELETE')
  expect((await auth.send('/user', { token: token! })).body).toMatchObject({
    error_code: 'session_not_found',
  })
  expect((await auth.send('/user', { token: other! })).status).toBe(200)
})

test('an answer that is encrypted for another project is refused', async () => {
  const asked = await ask()
  const { cert } = await newSamlIdentity('other')
  const answer = await company.encryptedAnswerTo(asked, new X509Certificate(cert))
  expect((await post(answer, asked.relayState)).error_description).toContain('could not be decrypted')
})

test('an answer that lacks a person or an address, or is of an unknown company, has a code of its own', async () => {
  for (const [changes, code] of [
    [{ nameId: '', attributes: {} }, 'saml_assertion_no_user_id'],
    [{ nameId: 'p-7', attributes: {} }, 'saml_assertion_no_email'],
  ] as const) {
    const asked = await ask()
    expect(await post(company.answerTo(asked, changes), asked.relayState)).toMatchObject({ error_code: code })
  }
  const unasked = { ...(await ask()), id: '', relayState: '' }
  expect(await post(company.answerTo(unasked, { issuer: 'https://nobody.example' }), '')).toMatchObject({
    error_code: 'saml_idp_not_found',
  })
})

test('a sign-in that is unknown, over or too late is refused', async () => {
  const asked = await ask()
  const answer = company.answerTo(asked)
  expect(await post(answer, crypto.randomUUID())).toMatchObject({ error_code: 'saml_relay_state_not_found' })
  expect((await post(answer, asked.relayState)).access_token).toBeTruthy()
  expect(await post(answer, asked.relayState)).toMatchObject({ error_code: 'saml_relay_state_not_found' })
  const late = await ask()
  await auth.sql(`update auth.saml_relay_states set created_at = now() - interval '1 hour' where id = $1`, [
    late.relayState,
  ])
  expect(await post(company.answerTo(late), late.relayState)).toMatchObject({
    error_code: 'saml_relay_state_expired',
  })
})

test('servers manage identity providers, whose metadata are checked', async () => {
  const metadata = company.metadata()
  const other = metadata.replaceAll(company.entityId, 'https://other.example/idp')
  const create = async (body: object) => {
    const { status, body: answer } = await admin('/admin/sso/providers', { type: 'saml', ...body })
    return [status, (answer as { error_code?: string }).error_code]
  }
  expect(await create({ metadata_xml: metadata })).toEqual([422, 'saml_idp_already_exists'])
  expect(await create({ metadata_xml: other, domains: ['company.example'] })).toEqual([
    422,
    'sso_domain_already_exists',
  ])
  for (const body of [
    {},
    { metadata_xml: metadata, metadata_url: company.origin },
    { metadata_xml: '<x/>' },
    { metadata_xml: 'x' },
    { metadata_xml: `<!DOCTYPE x [<!ENTITY a "b">]>${other}` },
    { metadata_xml: other.replace(/<md:SingleSignOnService[^>]*>/, '') },
    { metadata_xml: other.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"') },
    { metadata_xml: other.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA') },
    { metadata_xml: other.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID=') },
    { metadata_xml: other, domains: ['not a domain'] },
    { metadata_xml: other, type: 'oidc' },
    { metadata_url: 'ftp://company.example' },
  ])
    expect(await create(body)).toEqual([400, 'validation_failed'])
  expect(await create({ metadata_url: `${company.origin}/nothing` })).toEqual([
    422,
    'saml_metadata_fetch_failed',
  ])
  const { body: list } = await admin('/admin/sso/providers')
  expect(list).toMatchObject({ items: [{ id: providerId, domains: [{ domain: 'company.example' }] }] })

  const made = await admin('/admin/sso/providers', {
    type: 'saml',
    metadata_xml: other,
    domains: ['a.example', 'b.example'],
  })
  const { id } = made.body as { id: string }
  const path = `/admin/sso/providers/${id}`
  expect((await admin(path, { metadata_xml: metadata }, 'PUT')).body).toMatchObject({
    error_code: 'saml_entity_id_mismatch',
  })
  expect(
    (await admin(path, { domains: ['b.example', 'c.example'], disabled: true }, 'PUT')).body,
  ).toMatchObject({
    disabled: true,
    domains: [{ domain: 'b.example' }, { domain: 'c.example' }],
  })
  const signIn = (options: { domain: string } | { providerId: string }) =>
    auth.client().signInWithSSO({ ...options, options: { skipBrowserRedirect: true } })
  expect((await signIn({ domain: 'c.example' })).error).toMatchObject({ code: 'sso_provider_not_found' })
  await admin(path, { disabled: false }, 'PUT')
  expect((await signIn({ domain: 'C.example' })).data!.url).toContain('SAMLRequest=')
  expect((await signIn({ providerId: id })).data!.url).toContain('SAMLRequest=')
  expect((await admin(path, undefined, 'DELETE')).body).toMatchObject({ id })
  expect((await admin(path)).status).toBe(404)
  expect((await signIn({ providerId: id })).error).toMatchObject({ code: 'sso_provider_not_found' })
  expect((await auth.send('/admin/sso/providers')).status).toBe(403)
})

test('metadata of an address are read again when they are old, and a failure does not stop sign-ins', async () => {
  const before = company.state.fetches
  await ask()
  expect(company.state.fetches).toBe(before)
  const age = () => auth.sql(`update auth.saml_providers set updated_at = now() - interval '2 days'`)
  await age()
  await ask()
  expect(company.state.fetches).toBe(before + 1)
  await age()
  company.state.alterMetadata = () => 'not found'
  await ask()
  company.state.alterMetadata = (xml) => xml
  expect(company.state.fetches).toBe(before + 2)
})

test('identity providers are told of the project, and nothing is offered when it is off', async () => {
  const metadata = await fetch(`${auth.url}/sso/saml/metadata`)
  expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml')
  const xml = await metadata.text()
  expect(xml).toContain(`entityID="${auth.url}/sso/saml/metadata"`)
  expect(xml).toContain(`Location="${auth.url}/sso/saml/acs"`)
  expect((await auth.send('/settings')).body).toMatchObject({ saml_enabled: true })
  const asked = await ask()
  await auth.change({ saml_enabled: false })
  expect((await auth.client().signInWithSSO({ domain: 'company.example' })).error).toMatchObject({
    code: 'saml_provider_disabled',
  })
  expect(await post(company.answerTo(asked), asked.relayState)).toMatchObject({
    error_code: 'saml_provider_disabled',
  })
  await auth.change({ saml_enabled: true })
})

test('members manage identity providers on the page', async () => {
  const { owner, params } = auth
  const metadata_xml = company.metadata().replaceAll(company.entityId, 'https://page.example/idp')
  const body = {
    metadata_xml,
    domains: ['page.example'],
    attributes: ['department=dept'],
    disabled: false,
  }
  const created = await owner.call(createSsoProvider, { params, body })
  expect(created).toMatchObject({
    status: 201,
    body: { entity_id: 'https://page.example/idp', metadata_url: null, domains: ['page.example'] },
  })
  const { id } = created.body
  expect(await owner.call(createSsoProvider, { params, body })).toMatchObject({ status: 409 })
  const listed = await owner.call(listSsoProviders, { params })
  expect(listed.body).toMatchObject({
    acs_url: expect.stringContaining(`/p/${auth.ref}/auth/v1/sso/saml/acs`),
  })
  expect(listed.body.providers.map(({ entity_id }) => entity_id)).toEqual([
    company.entityId,
    'https://page.example/idp',
  ])
  const one = { ref: auth.ref, id }
  expect(
    await owner.call(updateSsoProvider, { params: one, body: { disabled: true, attributes: ['team=t'] } }),
  ).toMatchObject({ body: { disabled: true, attributes: ['team=t'], domains: ['page.example'] } })
  expect(
    await owner.call(createSsoProvider, { params, body: { ...body, metadata_xml: '<x/>' } }),
  ).toMatchObject({ status: 400, body: { message: expect.stringContaining('no identity provider') } })
  expect((await owner.call(deleteSsoProvider, { params: one })).status).toBe(200)
  expect((await owner.call(deleteSsoProvider, { params: one })).status).toBe(404)
  const noted = await auth.sql(
    `select payload ->> 'action' as action from auth.audit_log_entries
     where payload -> 'traits' ->> 'entity_id' = 'https://page.example/idp' order by created_at`,
  )
  expect(noted.map(({ action }) => action)).toEqual([
    'sso_provider_created',
    'sso_provider_updated',
    'sso_provider_deleted',
  ])
})
