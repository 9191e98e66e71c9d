import { ethereumWallet } from '@basalt/testing/ethereum-wallet.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Signing in with a wallet, by the unmodified client library and wallets that are made here. */

let auth: AuthFixture
const SITE = 'https://shop.example.com/sign-in'
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({
    site_url: 'https://shop.example.com',
    external_web3_ethereum_enabled: true,
    external_web3_solana_enabled: true,
  })
})
afterAll(() => auth[Symbol.asyncDispose]())

type Sign = Parameters<ReturnType<AuthFixture['client']>['signInWithWeb3']>[0]
const signIn = (credentials: object, client = auth.client()) => client.signInWithWeb3(credentials as Sign)

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function base58(bytes: Uint8Array) {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)]! + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

/** A wallet that signs messages. */
function solanaWallet() {
  const { secretKey, publicKey } = ed25519.keygen()
  const address = base58(publicKey)
  return {
    address,
    publicKey: { toBase58: () => address },
    signMessage: async (message: Uint8Array) => ed25519.sign(message, secretKey),
  }
}

const ethereum = (wallet: object, more: object = {}) => ({
  chain: 'ethereum',
  wallet,
  options: { url: SITE },
  ...more,
})

test('someone signs up with an Ethereum wallet, and signs in again as the same user', async () => {
  const wallet = ethereumWallet()
  const client = auth.client()
  const { data, error } = await signIn(ethereum(wallet, { statement: 'I accept the terms.' }), client)
  expect(error).toBeNull()
  const subject = `web3:ethereum:${wallet.address}`
  expect(data.user).toMatchObject({
    email: '',
    role: 'authenticated',
    app_metadata: { provider: 'web3', providers: ['web3'] },
    identities: [{ provider: 'web3', id: subject }],
    user_metadata: {
      custom_claims: {
        address: wallet.address,
        chain: 'ethereum',
        network: '1',
        domain: 'shop.example.com',
        statement: 'I accept the terms.',
      },
    },
  })
  expect((await client.getClaims()).data!.claims.amr).toMatchObject([{ method: 'web3' }])
  expect((await client.refreshSession()).error).toBeNull()
  const again = await signIn(ethereum(wallet))
  expect(again.data.user).toMatchObject({ id: data.user!.id })
  expect(
    await auth.sql('select count(*)::int as n from auth.identities where provider_id = $1', [subject]),
  ).toEqual([{ n: 1 }])
})

test('someone signs up with a Solana wallet, of either interface', async () => {
  const wallet = solanaWallet()
  const { data, error } = await signIn({ chain: 'solana', wallet, options: { url: SITE } })
  expect(error).toBeNull()
  expect(data.user!.identities).toMatchObject([{ provider: 'web3', id: `web3:solana:${wallet.address}` }])
  const standard = {
    async signIn({ domain, uri, issuedAt, statement }: Record<string, string>) {
      const text = [
        `${domain} wants you to sign in with your Solana account:`,
        wallet.address,
        '',
        statement,
        '',
        `URI: ${uri}`,
        'Version: 1',
        'Chain ID: mainnet',
        'Nonce: abcd1234',
        `Issued At: ${issuedAt}`,
      ].join('\n')
      const signedMessage = new TextEncoder().encode(text)
      return { signedMessage, signature: await wallet.signMessage(signedMessage) }
    },
  }
  const other = await signIn({
    chain: 'solana',
    wallet: standard,
    statement: 'Hello',
    options: { url: SITE },
  })
  expect(other.data.user).toMatchObject({ id: data.user!.id })
})

test('a message signs in once, whichever of its signatures comes with it, and by one of many at once', async () => {
  const wallet = ethereumWallet()
  await signIn(ethereum(wallet))
  const message = wallet.signed[0]!.replace(/Issued At: .*/, `Issued At: ${new Date().toISOString()}`)
  const given = { chain: 'ethereum', message, signature: wallet.sign(message) }
  const outcomes = await Promise.all([0, 1, 2].map(() => signIn(given)))
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
  const used = { status: 400, code: 'invalid_credentials', message: expect.stringContaining('used before') }
  expect(outcomes.find(({ error }) => error)?.error).toMatchObject(used)
  expect((await signIn(given)).error).toMatchObject(used)
  // The other number that fits the curve is no signature of a wallet.
  const high = { ...given, signature: wallet.sign(message, { isHigh: true }) }
  expect((await signIn(high)).error).toMatchObject({ code: 'invalid_credentials' })
  const kept = await auth.sql('select expires_at > now() as is_kept from basalt.auth_wallet_messages')
  expect(kept.every((row: { is_kept: boolean }) => row.is_kept)).toBe(true)
})

const messageOf = (
  address: string,
  lines: Record<string, string | undefined> = {},
  domain = 'shop.example.com',
) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    '',
    ...Object.entries({
      URI: SITE,
      Version: '1',
      'Chain ID': '1',
      'Issued At': new Date().toISOString(),
      ...lines,
    })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

test.each<[string, Record<string, string | undefined>, string | undefined, string]>([
  ['for another app', { URI: 'https://evil.example/' }, 'evil.example', 'invalid_credentials'],
  ['whose domain is not that of its address', {}, 'evil.example', 'invalid_credentials'],
  ['without HTTPS', { URI: 'http://shop.example.com/' }, undefined, 'invalid_credentials'],
  ['of an hour ago', { 'Issued At': ago(3600) }, undefined, 'invalid_credentials'],
  ['of an hour ahead', { 'Issued At': ago(-3600) }, undefined, 'invalid_credentials'],
  ['that has expired', { 'Expiration Time': ago(5) }, undefined, 'invalid_credentials'],
  ['that is not valid yet', { 'Not Before': ago(-600) }, undefined, 'invalid_credentials'],
  ['of another version', { Version: '2' }, undefined, 'validation_failed'],
  ['without a chain', { 'Chain ID': undefined }, undefined, 'validation_failed'],
  ['with a short nonce', { Nonce: 'x' }, undefined, 'validation_failed'],
])('a message %s signs nobody in', async (_what, lines, domain, code) => {
  const wallet = ethereumWallet()
  const message = messageOf(wallet.address, lines, domain)
  const { error } = await signIn({ chain: 'ethereum', message, signature: wallet.sign(message) })
  expect(error).toMatchObject({ status: 400, code })
  expect(
    await auth.sql('select 1 from auth.identities where provider_id like $1', [`%${wallet.address}`]),
  ).toEqual([])
})

test('only the key of the address signs', async () => {
  const [wallet, thief] = [ethereumWallet(), ethereumWallet()]
  const message = messageOf(wallet.address)
  const given = (signature: string, text = message) =>
    signIn({ chain: 'ethereum', message: text, signature }).then(({ error }) => error?.code)
  const right = wallet.sign(message)
  expect(await given(thief.sign(message))).toBe('invalid_credentials')
  expect(await given(right, message.replace('Chain ID: 1', 'Chain ID: 2'))).toBe('invalid_credentials')
  expect(await given(`${right.slice(0, -2)}1d`)).toBe('invalid_credentials')
  expect(await given(`0x${'0'.repeat(130)}`)).toBe('invalid_credentials')
  expect(await given(`0x${'f'.repeat(128)}1b`)).toBe('invalid_credentials')
  expect(await given(right.slice(0, -2))).toBe('validation_failed')
  expect(await given('nonsense')).toBe('validation_failed')
  expect(await given(right)).toBeUndefined()

  const solana = solanaWallet()
  const text = messageOf(solana.address)
    .replace('Ethereum', 'Solana')
    .replace('Chain ID: 1', 'Chain ID: devnet')
  const signature = await solanaWallet().signMessage(new TextEncoder().encode(text))
  expect((await signIn({ chain: 'solana', message: text, signature })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  expect(
    (await signIn({ chain: 'solana', message: text, signature: signature.slice(1) })).error,
  ).toMatchObject({
    code: 'validation_failed',
  })
  // The neutral point is the key of nobody: any message would have a signature.
  const neutral = text.replace(solana.address, base58(Uint8Array.from([1, ...Array(31).fill(0)])))
  const forged = Uint8Array.from([1, ...Array(63).fill(0)])
  expect((await signIn({ chain: 'solana', message: neutral, signature: forged })).error).toMatchObject({
    code: 'invalid_credentials',
  })
})

test('an address with the capitals of its checksum is the same wallet', async () => {
  const wallet = ethereumWallet()
  const first = await signIn(ethereum(wallet))
  const hash = Buffer.from(keccak_256(Buffer.from(wallet.address.slice(2)))).toString('hex')
  const capitals = [...wallet.address.slice(2)].map((digit, at) =>
    Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  const message = messageOf(`0x${capitals.join('')}`)
  const again = await signIn({ chain: 'ethereum', message, signature: wallet.sign(message) })
  expect(again.data.user?.id).toBe(first.data.user!.id)
  const wrong = messageOf(
    `0x${capitals.map((one) => (/[a-f]/.test(one) ? one.toUpperCase() : one.toLowerCase())).join('')}`,
  )
  const { error } = await signIn({ chain: 'ethereum', message: wrong, signature: wallet.sign(wrong) })
  expect(error).toMatchObject({ code: 'invalid_credentials' })
})

test('wallets are off by default, each chain by itself, and new ones need open sign-ups', async () => {
  const wallet = ethereumWallet()
  await auth.change({ external_web3_ethereum_enabled: false })
  expect((await signIn(ethereum(wallet))).error).toMatchObject({
    status: 422,
    code: 'web3_provider_disabled',
  })
  const kaspa = { body: { chain: 'kaspa', message: 'x', signature: 'y' } }
  expect((await auth.send('/token?grant_type=web3', kaspa)).body).toMatchObject({
    error_code: 'web3_unsupported_chain',
  })
  await auth.change({ external_web3_ethereum_enabled: true, disable_signup: true })
  expect((await signIn(ethereum(wallet))).error).toMatchObject({ code: 'signup_disabled' })
  await auth.change({ disable_signup: false })
  expect((await signIn(ethereum(wallet))).error).toBeNull()
  await auth.change({ disable_signup: true })
  expect((await signIn(ethereum(wallet))).error).toBeNull()
  await auth.change({ disable_signup: false })
})

test('sign-ins with wallets are limited per network, and banned users stay out', async () => {
  const wallet = ethereumWallet()
  const { data } = await signIn(ethereum(wallet))
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  await admin.updateUserById(data.user!.id, { ban_duration: '1h' })
  expect((await signIn(ethereum(wallet))).error).toMatchObject({ code: 'user_banned' })
  await auth.change({ rate_limit_web3: 1 })
  const limited = { status: 429, code: 'over_request_rate_limit' }
  expect((await signIn(ethereum(ethereumWallet()))).error).toMatchObject(limited)
  await auth.change({ rate_limit_web3: 100_000 })
})
