import { expect, test } from 'vitest'
import { routineParts } from './routine-name.rules.ts'

test.each([
  ['add_claims', ['add_claims']],
  ['Public.Add_Claims', ['public', 'add_claims']],
  [' auth."My ""hook""" ', ['auth', 'My "hook"']],
  ['"a.b"', ['a.b']],
  ['größe.über', ['größe', 'über']],
  ['', undefined],
  ['a.b.c', undefined],
  ['1a', undefined],
  ['a()', undefined],
  ['a; drop table b', undefined],
  ['"a', undefined],
  ['""', undefined],
  ['a.', undefined],
])('the function %j has the parts %j', (written, parts) => {
  expect(routineParts(written)).toEqual(parts)
})
