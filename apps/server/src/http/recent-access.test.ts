import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { CONFIRMED_ACCESS_MS, RECENT_ACCESS_MS, RECENT_CALLERS_MAX, recentAccess } from './recent-access.ts'

const from = (headers: { cookie?: string; authorization?: string }) =>
  ({ headers }) as unknown as FastifyRequest
const unchanged = () => 0
const ann = from({ cookie: 'session=ann' })

test('what was found out is remembered for the same credential in the same project, and for a while', () => {
  let now = 0
  const recent = recentAccess<string>(unchanged, () => now)
  recent.keep(ann, 'shop', 'as a developer', 0)
  now = RECENT_ACCESS_MS
  expect(recent.find(ann, 'shop')).toBe('as a developer')
  expect(recent.find(ann, 'other')).toBeUndefined()
  expect(recent.find(from({ cookie: 'session=bob' }), 'shop')).toBeUndefined()
  expect(recent.find(from({ authorization: 'session=ann' }), 'shop')).toBeUndefined()
  expect(recent.find(from({ cookie: 'session=ann', authorization: 'Bearer x' }), 'shop')).toBeUndefined()
  now += 1
  expect(recent.find(ann, 'shop')).toBeUndefined()
})

test('a refused caller is forgotten', () => {
  const recent = recentAccess<string>(unchanged)
  recent.keep(ann, 'shop', 'as a developer', 0)
  recent.forget(ann, 'shop')
  expect(recent.find(ann, 'shop')).toBeUndefined()
})

test('only the latest callers are remembered, and no headers of any length', () => {
  const recent = recentAccess<number>(unchanged, () => 0)
  const callers = Array.from({ length: RECENT_CALLERS_MAX + 1 }, (_, at) => from({ cookie: `session=${at}` }))
  for (const [at, caller] of callers.entries()) recent.keep(caller, 'shop', at, 0)
  expect(recent.find(callers[0]!, 'shop')).toBeUndefined()
  expect(recent.find(callers.at(-1)!, 'shop')).toBe(RECENT_CALLERS_MAX)
  const long = from({ cookie: 'x'.repeat(5000) })
  recent.keep(long, 'shop', 1, 0)
  expect(recent.find(long, 'shop')).toBeUndefined()
})

test('what was just found out holds until something changes, but not for long', () => {
  let [now, changes] = [0, 4]
  const recent = recentAccess<string>(
    () => changes,
    () => now,
  )
  expect(recent.holds(ann, 'shop')).toBe(false)
  recent.keep(ann, 'shop', 'as a developer', changes)
  expect([recent.holds(ann, 'shop'), recent.holds(ann, 'other')]).toEqual([true, false])
  now = CONFIRMED_ACCESS_MS + 1
  expect(recent.holds(ann, 'shop')).toBe(false)
  recent.keep(ann, 'shop', 'as a developer', changes)
  changes += 1
  expect(recent.holds(ann, 'shop')).toBe(false)
  recent.keep(ann, 'shop', 'as it was before the change', changes - 1)
  expect(recent.holds(ann, 'shop')).toBe(false)
})
