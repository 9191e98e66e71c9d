import { expect, test } from 'vitest'
import { isWithin, readCidr, withPrefix } from './network-access.rules.ts'

test.each([
  '10.0.0.0/8',
  '192.0.2.7',
  '192.0.2.7/32',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/32',
  '2001:db8::1',
  '1:2:3:4:5:6:7:8/128',
  'fe80::/10',
])('%s is a CIDR block', (cidr) => {
  expect(readCidr(cidr)).toBeDefined()
})

test.each([
  '',
  '10.0.0.1/8',
  '10.0.0.0/33',
  '10.0.0/8',
  '256.0.0.1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '01.2.3.4.5',
  'localhost',
  'all',
  '2001:db8::1/32',
  '2001:db8::/129',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8:9',
  ':1:2:3:4:5:6:7',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  '10.0.0.0/8 trust',
])('%j is no CIDR block', (cidr) => {
  expect(readCidr(cidr)).toBeUndefined()
})

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['10.1.2.3', ['::/0'], false],
  ['2001:db8::7', ['10.0.0.0/8', '2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.8', ['192.0.2.7'], false],
  ['192.0.2.8', ['0.0.0.0/0'], true],
  ['192.0.2.8', [], false],
  ['', ['0.0.0.0/0'], false],
])('%s within %j: %s', (address, cidrs, expected) => {
  expect(isWithin(address, cidrs)).toBe(expected)
})

test.each([
  ['192.0.2.7', '192.0.2.7/32'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['10.0.0.0/8', '10.0.0.0/8'],
])('%s is stored as %s', (given, stored) => {
  expect(withPrefix(given)).toBe(stored)
})
