import { expect, test } from 'vitest'
import {
  ephemeralNotice,
  firstEphemeral,
  parseEphemeralPorts,
  rangeBeside,
  rangesOverlap,
} from './port-ranges.rules.ts'

const usual = { range: { first: 32768, last: 60999 }, reserved: [] }

test.each([
  [
    { first: 24400, last: 25399 },
    { first: 25400, last: 26399 },
  ],
  [
    { first: 54400, last: 55399 },
    { first: 55400, last: 56399 },
  ],
  [
    { first: 65000, last: 65535 },
    { first: 64464, last: 64999 },
  ],
])('dedicated poolers beside databases at %j have the ports %j', (databases, poolers) => {
  expect(rangeBeside(databases)).toEqual(poolers)
  expect(rangesOverlap(databases, poolers)).toBe(false)
})

test.each([
  [{ first: 1, last: 2 }, { first: 2, last: 3 }, true],
  [{ first: 1, last: 9 }, { first: 4, last: 5 }, true],
  [{ first: 1, last: 2 }, { first: 3, last: 4 }, false],
])('%j and %j overlap: %s', (one, other, isSo) => {
  expect(rangesOverlap(one, other)).toBe(isSo)
  expect(rangesOverlap(other, one)).toBe(isSo)
})

test.each([
  ['32768\t60999\n', '\n', usual],
  [
    '1024 65535',
    '24400-25399,30000',
    {
      range: { first: 1024, last: 65535 },
      reserved: [
        { first: 24400, last: 25399 },
        { first: 30000, last: 30000 },
      ],
    },
  ],
  ['', '', undefined],
])('%j with %j reserved is read as %j', (range, reserved, read) => {
  expect(parseEphemeralPorts(range, reserved)).toEqual(read)
})

test('the default range has no ephemeral port; the former default had', () => {
  expect(firstEphemeral({ first: 24400, last: 26399 }, usual)).toBeUndefined()
  expect(firstEphemeral({ first: 54400, last: 55399 }, usual)).toBe(54400)
  expect(ephemeralNotice('BASALT_DB_PORT_RANGE', { first: 24400, last: 25399 }, usual)).toBeUndefined()
  expect(ephemeralNotice('BASALT_DB_PORT_RANGE', { first: 54400, last: 55399 }, usual)).toContain(
    'below 32768',
  )
})

test('reserved ports are not ephemeral', () => {
  const everything = { range: { first: 1024, last: 65535 }, reserved: [{ first: 24400, last: 24999 }] }
  expect(firstEphemeral({ first: 24400, last: 24999 }, everything)).toBeUndefined()
  expect(firstEphemeral({ first: 24400, last: 25399 }, everything)).toBe(25000)
})
