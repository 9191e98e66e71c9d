import { expect, test } from 'vitest'
import { conditionOf, isRangeCurrent } from './conditions.ts'

const validators = { eTag: '"abc"', lastModified: new Date('2026-03-01T12:00:00.500Z') }
const SAME = 'Sun, 01 Mar 2026 12:00:00 GMT'
const EARLIER = 'Sun, 01 Mar 2026 11:59:59 GMT'

test.each([
  [{}, 'fulfilled'],
  [{ 'if-none-match': '"abc"' }, 'not_modified'],
  [{ 'if-none-match': 'W/"abc"' }, 'not_modified'],
  [{ 'if-none-match': '"x", "abc"' }, 'not_modified'],
  [{ 'if-none-match': '*' }, 'not_modified'],
  [{ 'if-none-match': '"x"', 'if-modified-since': SAME }, 'fulfilled'],
  [{ 'if-modified-since': SAME }, 'not_modified'],
  [{ 'if-modified-since': EARLIER }, 'fulfilled'],
  [{ 'if-modified-since': 'never' }, 'fulfilled'],
  [{ 'if-match': '"abc"' }, 'fulfilled'],
  [{ 'if-match': '"x"' }, 'failed'],
  [{ 'if-unmodified-since': EARLIER }, 'failed'],
  [{ 'if-unmodified-since': SAME }, 'fulfilled'],
])('%j is %s', (headers, expected) => expect(conditionOf(headers, validators)).toBe(expected))

test.each([
  [undefined, true],
  ['"abc"', true],
  ['"x"', false],
  [SAME, true],
  [EARLIER, false],
])('a range with If-Range %j is current: %s', (ifRange, expected) =>
  expect(isRangeCurrent(ifRange, validators)).toBe(expected),
)
