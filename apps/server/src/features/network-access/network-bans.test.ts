import {
  BAN_MS,
  FAILURES_COUNT_MS,
  FAILURES_UNTIL_BAN,
} from '@basalt/contract/network-access/network-access.rules.ts'
import { expect, test } from 'vitest'
import { networkBans, REMEMBERED_MAX } from './network-bans.ts'

const open = () => {
  let at = Date.UTC(2026, 0, 1)
  const bans = networkBans(() => new Date(at))
  const fail = (times: number, address = '192.0.2.1') => {
    for (let count = 0; count < times; count += 1) bans.fail('one', address)
  }
  const pass = (ms: number) => {
    at += ms
  }
  return { bans, fail, pass }
}

test('an address is shut out of the project it tried, after so many wrong passwords and for so long', () => {
  const { bans, fail, pass } = open()
  fail(FAILURES_UNTIL_BAN - 1)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(false)
  fail(1)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(true)
  expect(bans.isBanned('other', '192.0.2.1')).toBe(false)
  expect(bans.isBanned('one', '192.0.2.2')).toBe(false)
  expect(bans.list('one')).toEqual([
    {
      address: '192.0.2.1',
      failures: FAILURES_UNTIL_BAN,
      banned_at: '2026-01-01T00:00:00.000Z',
      until: '2026-01-01T00:30:00.000Z',
    },
  ])
  expect(bans.list('other')).toEqual([])
  pass(BAN_MS)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(false)
  expect(bans.list('one')).toEqual([])
})

test('a right password forgives the wrong ones before it, and so does time', () => {
  const { bans, fail, pass } = open()
  fail(FAILURES_UNTIL_BAN - 1)
  bans.succeed('one', '192.0.2.1')
  fail(FAILURES_UNTIL_BAN - 1)
  pass(FAILURES_COUNT_MS)
  fail(1)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(false)
})

test('a ban is lifted, and its address starts anew', () => {
  const { bans, fail } = open()
  fail(FAILURES_UNTIL_BAN)
  bans.lift('one', ['192.0.2.1', 'never seen'])
  fail(1)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(false)
})

test('however many addresses try, not all are kept', () => {
  const { bans, fail } = open()
  fail(FAILURES_UNTIL_BAN)
  for (let count = 0; count < REMEMBERED_MAX; count += 1) bans.fail('one', `address ${count}`)
  expect(bans.isBanned('one', '192.0.2.1')).toBe(false)
})
