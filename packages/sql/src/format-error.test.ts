import { expect, test } from 'vitest'
import { formatError } from './format-error.ts'

const error = { severity: 'ERROR', sqlstate: '42P01', message: 'relation "foo" does not exist' }

test('an error without a position is one line', () => {
  expect(formatError(error, 'select 1')).toBe('ERROR:  42P01: relation "foo" does not exist')
})

test('the caret is below the character, in its line', () => {
  expect(formatError({ ...error, position: 23 }, 'select 1;\nselect * from foo;')).toBe(
    [
      'ERROR:  42P01: relation "foo" does not exist',
      'LINE 2: select * from foo;',
      '                    ^',
    ].join('\n'),
  )
})

test('detail, hint and context follow in this order', () => {
  const whole = {
    ...error,
    context: 'PL/pgSQL function f() line 1',
    hint: 'Look again.',
    detail: 'It is gone.',
  }
  expect(formatError(whole, '').split('\n').slice(1)).toEqual([
    'DETAIL:  It is gone.',
    'HINT:  Look again.',
    'CONTEXT:  PL/pgSQL function f() line 1',
  ])
})

test('an error inside a function shows the line of the inner statement', () => {
  const inner = {
    ...error,
    internalQuery: 'select * from foo',
    internalPosition: 15,
    context: 'function f()',
  }
  expect(formatError(inner, 'select f()').split('\n')).toEqual([
    'ERROR:  42P01: relation "foo" does not exist',
    'LINE 1: select * from foo',
    '                      ^',
    'QUERY:  select * from foo',
    'CONTEXT:  function f()',
  ])
})
