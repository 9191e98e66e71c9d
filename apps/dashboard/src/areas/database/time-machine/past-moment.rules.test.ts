import { expect, test } from 'vitest'
import { consequence, differenceText, pastMomentStatus, rowName, shownColumns } from './past-moment.rules.ts'

test.each([
  [{ deleted: 0, changed: 0, added: 0 }, 'Nothing has changed since.'],
  [{ deleted: 1200, changed: 0, added: 3 }, 'Since then: 1,200 deleted, 3 added.'],
])('%o reads as %s', (counts, text) => expect(differenceText({ counts })).toBe(text))

test('a question says what happens to the rows of today', () => {
  expect(consequence({ deleted: 1, changed: 2, added: 3 })).toBe(
    '1 row is inserted, 2 rows are set back, 3 rows are removed. Triggers do not run; foreign keys are checked.',
  )
})

test('a row is named by its key, and shows all columns unless it is on both sides', () => {
  expect(rowName(['plan', 'code'], { key: '["1","a"]' })).toBe('plan 1, code a')
  expect(shownColumns({ fate: 'changed', changed: ['b'] }, ['a', 'b'])).toEqual(['b'])
  expect(shownColumns({ fate: 'deleted', changed: [] }, ['a', 'b'])).toEqual(['a', 'b'])
  expect(pastMomentStatus({ status: 'INIT_FAILED' }).tone).toBe('critical')
})
