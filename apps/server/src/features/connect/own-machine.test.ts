import { expect, test } from 'vitest'
import { isOurs } from './own-machine.ts'

const leadsTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }))

test.each([
  ['127.0.0.1', leadsTo('127.0.0.1'), true],
  ['::1', leadsTo('::1'), true],
  ['localhost', leadsTo('127.0.0.1', '::1'), true],
  ['an address of a documentation network', leadsTo('192.0.2.1'), false],
  ['a name that leads here and elsewhere', leadsTo('127.0.0.1', '192.0.2.1'), false],
  ['a name that leads nowhere', leadsTo(), false],
  ['a name that nobody knows', () => Promise.reject(new Error('ENOTFOUND')), false],
])('%s', async (host, lookup, expected) => {
  expect(await isOurs(host, lookup)).toBe(expected)
})

test('addresses need nobody to be asked', async () => {
  expect(await isOurs('127.0.0.1')).toBe(true)
  expect(await isOurs('192.0.2.1')).toBe(false)
})
