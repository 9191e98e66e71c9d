import { expect, test } from 'vitest'
import { EVERYWHERE, PUBLIC_ONLY } from './private-networks.ts'
import { publicAddresses } from './public-addresses.ts'

const found = (...addresses: string[]) => ({
  lookup: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})

test('a host has the public ones of its addresses, IPv4 first', async () => {
  expect(
    await publicAddresses('db.example.com', {
      reach: PUBLIC_ONLY,
      ...found('2001:db8::7', '10.0.0.1', '192.0.2.7', '192.0.2.7'),
    }),
  ).toEqual({ addresses: ['192.0.2.7', '2001:db8::7'], privateOnes: [] })
})

test('an operator may allow private ones, which are told apart', async () => {
  expect(await publicAddresses('db', { reach: EVERYWHERE, ...found('127.0.0.1', '192.0.2.7') })).toEqual({
    addresses: ['127.0.0.1', '192.0.2.7'],
    privateOnes: ['127.0.0.1'],
  })
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback by IPv6', ['::1']],
  ['loopback as mapped IPv4', ['::ffff:127.0.0.1']],
  ['no address', ['0.0.0.0']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['a home network', ['192.168.1.7', 'fe80::1']],
  ['nothing', []],
])('a name that leads to %s is refused', async (_title, addresses) => {
  await expect(publicAddresses('x', { reach: PUBLIC_ONLY, ...found(...addresses) })).rejects.toThrow(
    /x is in a private network/,
  )
})

test('a name that is unknown is told', async () => {
  await expect(
    publicAddresses('absent.example', {
      reach: EVERYWHERE,
      lookup: () => Promise.reject(new Error('getaddrinfo ENOTFOUND')),
    }),
  ).rejects.toThrow(/absent.example is unknown/)
})
