import { expect, test } from 'vitest'
import { ending, isAmong, restriction } from './selection.ts'

const places = { id: 'c.oid', namespace: 'c.relnamespace', relation: 'c.oid' }

test('what is left out restricts nothing', () => {
  expect(restriction({}, places)).toBe('')
  expect(ending({}, 'c.oid', 'c.relname')).toBe('order by c.relname')
})

test('an empty list selects nothing', () => {
  expect(isAmong('n.nspname', [])).toBe('false')
  expect(restriction({ ids: [] }, places)).toBe(" and c.oid = any ('{}'::pg_catalog.oid[])")
})

test('names are literals, whatever they contain', () => {
  expect(isAmong('n.nspname', ["o'dd", 'back\\slash'])).toBe("n.nspname in ('o''dd', E'back\\\\slash')")
})

test.each([Number.NaN, 1.5, -1, '1) or true' as never])('%j is no oid and no count', (value) => {
  expect(() => restriction({ ids: [value] }, places)).toThrow(RangeError)
  expect(() => restriction({ relations: [value] }, places)).toThrow(RangeError)
  expect(() => restriction({ page: { after: value, size: 1 } }, places)).toThrow(RangeError)
  expect(() => ending({ limit: value }, 'c.oid', 'c.relname')).toThrow(RangeError)
  expect(() => ending({ page: { after: 0, size: value } }, 'c.oid', 'c.relname')).toThrow(RangeError)
})

test('a page comes by oid, everything else by name', () => {
  expect(ending({ page: { after: 7, size: 50 }, limit: 3 }, 'c.oid', 'c.relname')).toBe(
    'order by c.oid limit 50',
  )
  expect(ending({ limit: 3 }, 'c.oid', 'c.relname')).toBe('order by c.relname limit 3')
})
