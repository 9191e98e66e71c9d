import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  aDay,
  aFlag,
  aMoment,
  aNumber,
  aText,
  aTextUpTo,
  aUuid,
  listOf,
  objectOf,
  oneOf,
  orNull,
  recordOf,
  type Shape,
  searchOf,
} from './shape.ts'

const refused = Symbol('refused')
const read = (shape: Shape<unknown>, value: unknown) => {
  const result = shape.safeParse(value)
  return result.success ? result.data : refused
}

test.each([
  ['a text', aText, 'x', 'x'],
  ['no text', aText, 1, refused],
  ['a flag', aFlag, false, false],
  ['no flag', aFlag, 'true', refused],
  ['one of some', oneOf(['a', 'b']), 'b', 'b'],
  ['none of some', oneOf(['a', 'b']), 'c', refused],
  ['a number of some', oneOf([10, -1]), -1, -1],
  ['a number in the address', aTextUpTo(3), 42, '42'],
  ['the longest text', aTextUpTo(3), 'abc', 'abc'],
  ['too long a text', aTextUpTo(3), 'abcd', refused],
  ['an object for a text', aTextUpTo(3), {}, refused],
  ['a leap day', aDay, '2028-02-29', '2028-02-29'],
  ['a day that does not exist', aDay, '2026-02-29', refused],
  ['a month that does not exist', aDay, '2026-13-01', refused],
  ['a day with an hour', aDay, '2026-02-28T00:00', refused],
  ['a moment', aMoment, '2026-02-28T12:34:56.789Z', '2026-02-28T12:34:56.789Z'],
  ['a moment that does not exist', aMoment, '2026-02-28T25:00:00Z', refused],
  ['a moment without a zone', aMoment, '2026-02-28T12:34:56', refused],
  ['a uuid', aUuid, '6F9619FF-8B86-4D01-B42D-00CF4FC964FF', '6F9619FF-8B86-4D01-B42D-00CF4FC964FF'],
  ['no uuid', aUuid, '6f9619ff-8b86-d011-b42d-00cf4fc964ff', refused],
  ['a list', listOf(aText, 2), ['a', 'b'], ['a', 'b']],
  ['too long a list', listOf(aText, 2), ['a', 'b', 'c'], refused],
  ['a list of something else', listOf(aText, 2), ['a', 1], refused],
  ['an object with more', objectOf({ a: aText }), { a: 'x', b: 1 }, { a: 'x' }],
  ['an object with less', objectOf({ a: aText, b: aFlag }), { a: 'x' }, refused],
  [
    'an object with what it may have',
    objectOf({ a: aText }, { b: aFlag }),
    { a: 'x', b: true },
    { a: 'x', b: true },
  ],
  ['an object without what it may have', objectOf({ a: aText }, { b: aFlag }), { a: 'x', b: 1 }, { a: 'x' }],
  ['null where it may be', orNull(aNumber), null, null],
  ['a number where null may be', orNull(aNumber), 0, 0],
  ['a text where a number or null may be', orNull(aNumber), '0', refused],
  ['null', objectOf({ a: aText }), null, refused],
  ['a record', recordOf(aFlag), { a: true }, { a: true }],
  ['a record of something else', recordOf(aFlag), { a: 1 }, refused],
  ['a list for a record', recordOf(aFlag), [true], refused],
])('%s', (_, shape, value, expected) => {
  expect(read(shape, value)).toEqual(expected)
})

test('invalid search params are set to undefined, not just omitted', () => {
  expect(Object.entries(searchOf({ name: aText, day: aDay }).parse({ name: {}, day: '2026-01-02' }))).toEqual(
    [
      ['name', undefined],
      ['day', '2026-01-02'],
    ],
  )
})

test('valid search params are kept', () => {
  const search = searchOf({ name: aText, skip: aFlag, day: z.iso.date() })
  expect(search.parse({ name: 'x', skip: 'maybe', day: '2026-01-02', other: 1 })).toEqual({
    name: 'x',
    day: '2026-01-02',
  })
  expect(search.parse({})).toEqual({})
})
