import { expect, test } from 'vitest'
import { isThisMachine } from './own-machine.ts'

const resolvesTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }))

test.each([
  ['127.0.0.1', resolvesTo('127.0.0.1'), true],
  ['::1', resolvesTo('::1'), true],
  ['localhost', resolvesTo('127.0.0.1', '::1'), true],
  ['an address of a documentation network', resolvesTo('192.0.2.1'), false],
  ['a name with an address of this machine and a foreign one', resolvesTo('127.0.0.1', '192.0.2.1'), false],
  ['a name without addresses', resolvesTo(), false],
  ['an unknown name', () => Promise.reject(new Error('ENOTFOUND')), false],
])('%s', async (host, lookup, expected) => {
  expect(await isThisMachine(host, lookup)).toBe(expected)
})

test('addresses need no DNS lookup', async () => {
  expect(await isThisMachine('127.0.0.1')).toBe(true)
  expect(await isThisMachine('192.0.2.1')).toBe(false)
})
