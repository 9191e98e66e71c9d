import { expect, test } from 'vitest'
import { isHost, isSocket, isTooLong } from './foreign-servers.rules.ts'

test.each([
  ['db.example.com', true],
  ['localhost', true],
  ['192.0.2.7', true],
  ['2001:db8::7', true],
  ['bücher.example', true],
  ['db_1', true],
  ['', false],
  ['a,b', false],
  ['/var/run/postgresql', false],
  ['@hidden', false],
  ['db.example.com:5432', false],
  ['[::1]', false],
  ['a b', false],
  ["a'b", false],
  ['-a', false],
  ['fe80::1%eth0', false],
])('%s is a host: %s', (host, expected) => {
  expect(isHost(host)).toBe(expected)
})

test.each([
  ['/tmp', true],
  ['@name', true],
  ['db.example.com', false],
])('%s is a socket: %s', (host, expected) => {
  expect(isSocket(host)).toBe(expected)
})

test('names are measured in bytes', () => {
  expect([isTooLong('a'.repeat(63)), isTooLong('a'.repeat(64)), isTooLong('ü'.repeat(32))]).toEqual([
    false,
    true,
    true,
  ])
})
