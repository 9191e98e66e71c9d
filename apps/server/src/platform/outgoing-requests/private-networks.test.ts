import { expect, test } from 'vitest'
import { isPrivate } from './private-networks.ts'

test.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['0.0.0.0', true],
  ['10.1.2.3', true],
  ['172.15.255.255', false],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', true],
  ['2606:4700::1111', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})
