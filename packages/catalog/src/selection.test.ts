import { expect, test } from 'vitest'
import { isAmong, orderAndLimit, restriction } from './selection.ts'

const expressions = { id: 'c.oid', namespace: 'c.relnamespace', relation: 'c.oid' }

test('an empty selection has no restriction', () => {
  expect(restriction({}, expressions)).toBe('')
  expect(orderAndLimit({}, 'c.oid', 'c.relname')).toBe('order by c.relname')
})

test('an empty list selects nothing', () => {
  expect(isAmong('n.nspname', [])).toBe('false')
  expect(restriction({ ids: [] }, expressions)).toBe(" and c.oid = any ('{}'::pg_catalog.oid[])")
})

test('names are literals, whatever they contain', () => {
  expect(isAmong('n.nspname', ["o'dd", 'back\\slash'])).toBe("n.nspname in ('o''dd', E'back\\\\slash')")
})

test.each([Number.NaN, 1.5, -1, '1) or true' as never])('%j is neither an oid nor a count', (value) => {
  expect(() => restriction({ ids: [value] }, expressions)).toThrow(RangeError)
  expect(() => restriction({ relations: [value] }, expressions)).toThrow(RangeError)
  expect(() => restriction({ page: { after: value, size: 1 } }, expressions)).toThrow(RangeError)
  expect(() => orderAndLimit({ limit: value }, 'c.oid', 'c.relname')).toThrow(RangeError)
  expect(() => orderAndLimit({ page: { after: 0, size: value } }, 'c.oid', 'c.relname')).toThrow(RangeError)
})

test('a page is ordered by oid, everything else by name', () => {
  expect(orderAndLimit({ page: { after: 7, size: 50 }, limit: 3 }, 'c.oid', 'c.relname')).toBe(
    'order by c.oid limit 50',
  )
  expect(orderAndLimit({ limit: 3 }, 'c.oid', 'c.relname')).toBe('order by c.relname limit 3')
})
