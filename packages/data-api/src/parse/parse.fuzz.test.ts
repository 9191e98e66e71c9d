import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import { DataApiError } from '../data-api-error.ts'
import { parseCsv } from '../wire/csv.ts'
import { columnHint, databaseErrorResponse } from '../wire/database-error.ts'
import { negotiate } from './media-type.ts'
import { parsePrefer } from './prefer.ts'
import { parseQuery } from './query.ts'
import { parseQueryString } from './query-string.ts'
import { parseRange } from './range.ts'

/** Any input is parsed or refused with an error code. The cases depend only on the seed. */

const CASES = 120_000

const pieces = [
  ...[
    'select',
    'order',
    'limit',
    'offset',
    'and',
    'or',
    'not',
    'columns',
    'on_conflict',
    'id',
    'title',
    'films',
  ],
  ...[
    '=',
    '=',
    '&',
    '&',
    '.',
    ',',
    ':',
    '::',
    '(',
    ')',
    '{',
    '}',
    '!',
    '*',
    '->',
    '->>',
    '"',
    '\\',
    "'",
    ' ',
    '+',
  ],
  ...[
    'eq',
    'in',
    'is',
    'null',
    'fts',
    'like',
    'any',
    'all',
    'inner',
    '...',
    'count()',
    'sum()',
    'asc',
    'nullsfirst',
  ],
  ...[
    '0',
    '-1',
    '99999999999999999999',
    '1e9',
    '%',
    '%00',
    '%FF',
    '%22',
    '%F0%9F%8E%AC',
    '\u0000',
    '\ud800',
    '🎬',
    'é',
    '\n',
  ],
  ...['eq.1', 'not.eq.', 'in.(1,2)', 'is.null', 'fts(english).', '((((', '))))', '()', 'a'.repeat(300)],
]

test(`${CASES} query strings are parsed, or refused with a code`, () => {
  const random = randomBelow(20_261_122)
  let parsed = 0
  let refused = 0
  for (let count = 0; count < CASES; count++) {
    const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join('')
    try {
      parseQuery(parseQueryString(count % 2 ? text : `select=${text}`), { hasArguments: count % 3 === 0 })
      parsed += 1
    } catch (error) {
      if (!(error instanceof DataApiError))
        throw new Error(`${JSON.stringify(text)}: ${error}`, { cause: error })
      expect(error.code).toBe('PGRST100')
      refused += 1
    }
  }
  // Both outcomes must be frequent for the pieces to be well chosen.
  expect(Math.min(parsed, refused)).toBeGreaterThan(CASES / 20)
})

test('headers and bodies of any form are parsed, or refused with a code', () => {
  const random = randomBelow(7)
  for (let count = 0; count < 20_000; count++) {
    const text = Array.from({ length: 1 + random(10) }, () => pieces[random(pieces.length)]).join('')
    for (const parse of [
      parsePrefer,
      parseRange,
      parseCsv,
      (one: string) => negotiate(one, { kind: 'rows', handlers: [] }),
    ])
      try {
        parse(text)
      } catch (error) {
        if (!(error instanceof DataApiError))
          throw new Error(`${JSON.stringify(text)}: ${error}`, { cause: error })
      }
    const failure = { code: 'PGRST', message: text, detail: text, hint: undefined }
    expect(databaseErrorResponse(failure, { isAnonymous: false }).status).toBeGreaterThanOrEqual(200)
    columnHint({ ...failure, code: '42703' }, [text])
  }
})
