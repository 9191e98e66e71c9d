import { WALLET_MESSAGE_MAX } from '@basalt/contract/auth/wallets.rules.ts'
import { expect, test } from 'vitest'
import { NoWalletMessage, readWalletMessage, walletMessageProblem } from './wallet-message.rules.ts'

const ADDRESS = `0x${'aB'.repeat(20)}`
const header = `app.example.com wants you to sign in with your Ethereum account:\n${ADDRESS}\n`
const fields = [
  'URI: https://app.example.com/sign-in',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcd1234',
  'Issued At: 2026-01-02T03:04:05.678Z',
]
const message = (lines: readonly string[] = fields, statement = '\nWelcome\n\n') =>
  `${header}${statement}${lines.join('\n')}`

test('a message of EIP-4361 is read with every field', () => {
  const more = [
    'Expiration Time: 2026-01-02T04:04:05Z',
    'Not Before: 2026-01-02T05:04:05+02:00',
    'Request ID: 7',
    'Resources:',
    '- https://app.example.com/terms',
    '- ipfs://bafybei',
  ]
  expect(readWalletMessage('ethereum', message([...fields, ...more]))).toEqual({
    chain: 'ethereum',
    address: ADDRESS,
    domain: 'app.example.com',
    scheme: undefined,
    statement: 'Welcome',
    uri: 'https://app.example.com/sign-in',
    version: '1',
    chainId: '1',
    nonce: 'abcd1234',
    issuedAt: new Date('2026-01-02T03:04:05.678Z'),
    expirationTime: new Date('2026-01-02T04:04:05Z'),
    notBefore: new Date('2026-01-02T03:04:05Z'),
    requestId: '7',
    resources: ['https://app.example.com/terms', 'ipfs://bafybei'],
  })
})

test.each([
  ['without a statement', message(fields, '\n\n'), undefined],
  [
    'whose statement looks like a field',
    message(fields, '\nURI: https://evil.example\n\n'),
    'URI: https://evil.example',
  ],
  ['with a scheme', `https://${message()}`, 'Welcome'],
  ['without a nonce', message(fields.filter((line) => !line.startsWith('Nonce'))), 'Welcome'],
])('a message %s is read', (_what, text, statement) => {
  expect(readWalletMessage('ethereum', text)).toMatchObject({
    statement,
    uri: 'https://app.example.com/sign-in',
  })
})

test('a message for Solana has one blank line without a statement, and fields in any order', () => {
  const address = '4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eqWxY2QWZ1fKp'
  const text = [
    'app.example.com wants you to sign in with your Solana account:',
    address,
    '',
    'Version: 1',
    'URI: https://app.example.com/',
    'Issued At: 2026-01-02T03:04:05Z',
    'Chain ID: mainnet',
    'Resources',
    '- https://app.example.com/terms',
  ].join('\n')
  expect(readWalletMessage('solana', text)).toMatchObject({
    address,
    statement: undefined,
    chainId: 'mainnet',
    resources: ['https://app.example.com/terms'],
  })
})

const without = (name: string) => message(fields.filter((line) => !line.startsWith(name)))
const changed = (name: string, line: string) =>
  message(fields.map((one) => (one.startsWith(name) ? line : one)))
test.each([
  ['nothing', ''],
  ['another chain', message().replace('Ethereum', 'Solana')],
  ['another sentence', message().replace('wants you', 'asks you')],
  ['a user before the host', message().replace('app.example.com wants', 'user@app.example.com wants')],
  ['a path behind the host', message().replace('app.example.com wants', 'app.example.com/x wants')],
  ['a short address', message().replace(ADDRESS, ADDRESS.slice(0, -1))],
  ['no blank line', message(fields, '')],
  ['no URI', without('URI')],
  ['no version', without('Version')],
  ['no chain', without('Chain')],
  ['no time', without('Issued')],
  ['version 2', changed('Version', 'Version: 2')],
  ['no chain number', changed('Chain', 'Chain ID: 0x1')],
  ['the chain 0', changed('Chain', 'Chain ID: 0')],
  ['a short nonce', changed('Nonce', 'Nonce: abc')],
  ['a nonce with a sign', changed('Nonce', 'Nonce: abcd-1234')],
  ['a date only', changed('Issued', 'Issued At: 2026-01-02')],
  ['a thirteenth month', changed('Issued', 'Issued At: 2026-13-02T03:04:05Z')],
  ['a URI that is none', changed('URI', 'URI: nonsense')],
  ['a field twice', message([...fields, 'URI: https://evil.example'])],
  ['an unknown line', message([...fields, 'Role: admin'])],
  ['a line at the end', `${message()}\n`],
  ['a resource that is none', message([...fields, 'Resources:', '- nonsense'])],
  ['a carriage return', message().replace('\nVersion', '\r\nVersion')],
  ['a NUL', `${message()}\0`],
  ['half a character', `${message()}\ud800`],
  ['too much', message([...fields, `Request ID: ${'x'.repeat(WALLET_MESSAGE_MAX)}`])],
])('a message with %s is none', (_what, text) => {
  expect(() => readWalletMessage('ethereum', text)).toThrow(NoWalletMessage)
})

const settings = { site_url: 'https://app.example.com', uri_allow_list: ['https://*.other.example/**'] }
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + seconds * 1000)
const good = { ...readWalletMessage('ethereum', message()), issuedAt: at(0) }
test.each([
  ['now', {}, 0, undefined],
  ['with a clock that is a minute ahead', {}, -60, undefined],
  ['more than a minute before it was issued', {}, -61, 'in the future'],
  ['after ten minutes', {}, 600, undefined],
  ['after more than ten minutes', {}, 601, 'too long ago'],
  ['before it expires', { expirationTime: at(10) }, 9, undefined],
  ['when it expires', { expirationTime: at(10) }, 10, 'expired'],
  ['before it is valid', { notBefore: at(100) }, 39, 'becomes valid'],
  ['once it is valid', { notBefore: at(100) }, 40, undefined],
  ['for a host in the list', { uri: 'https://a.other.example/x', domain: 'a.other.example' }, 0, undefined],
  ['for another app', { uri: 'https://evil.example/', domain: 'evil.example' }, 0, 'another app'],
  [
    'for a name that begins alike',
    { uri: 'https://app.example.com.evil.example/', domain: 'app.example.com.evil.example' },
    0,
    'another app',
  ],
  ['with a domain of another', { domain: 'evil.example' }, 0, 'not that of its address'],
  ['with another port', { domain: 'app.example.com:8443' }, 0, 'not that of its address'],
  ['with capitals in the domain', { domain: 'APP.example.com' }, 0, undefined],
  ['with another scheme', { scheme: 'http' }, 0, 'not that of its address'],
  ['without HTTPS', { uri: 'http://app.example.com/' }, 0, 'without HTTPS'],
  ['with another protocol', { uri: 'app://app.example.com/' }, 0, 'without HTTPS'],
])('a message %s: %j after %s s', (_what, more, seconds, problem) => {
  const found = walletMessageProblem({ ...good, ...more }, settings, at(seconds))
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})

test('a site in development needs no HTTPS', () => {
  const local = { ...good, uri: 'http://localhost:5173/', domain: 'localhost:5173' }
  expect(
    walletMessageProblem(local, { ...settings, site_url: 'http://localhost:3000' }, at(0)),
  ).toBeUndefined()
})
