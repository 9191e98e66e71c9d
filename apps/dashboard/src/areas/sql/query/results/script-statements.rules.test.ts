import { expect, test } from 'vitest'
import {
  type Ending,
  failureConsequence,
  scriptStatements,
  statementStates,
} from './script-statements.rules.ts'

test.each<[string, string, number, Ending, string[]]>([
  ['finished', 'insert 1; select 2', 2, 'committed', ['ok', 'ok']],
  ['running', 'insert 1; select 2; select 3', 1, 'none yet', ['ok', 'running', 'waiting']],
  [
    'failed at its last statement',
    'create 1; insert 2; select 1/0',
    2,
    'failed',
    ['rolled back', 'rolled back', 'failed'],
  ],
  ['failed at its first statement', 'select 1/0; select 2', 0, 'failed', ['failed', 'not run']],
  [
    'committed before the failure',
    'begin; insert 1; commit; insert 2; x; y',
    4,
    'failed',
    ['ok', 'ok', 'ok', 'rolled back', 'failed', 'not run'],
  ],
  ['not committed by a begin', 'insert 1; begin; x', 2, 'failed', ['rolled back', 'rolled back', 'failed']],
  [
    'rolled back explicitly',
    'begin; insert 1; rollback; select 2',
    4,
    'committed',
    ['rolled back', 'rolled back', 'ok', 'ok'],
  ],
  [
    'rolled back to a savepoint',
    'begin; insert 1; savepoint a; insert 2; rollback work to savepoint a; commit',
    6,
    'committed',
    ['ok', 'ok', 'ok', 'rolled back', 'ok', 'ok'],
  ],
  [
    'left open',
    'insert 0; commit; begin; insert 1',
    4,
    'left open',
    ['ok', 'ok', 'rolled back', 'rolled back'],
  ],
  ['cancelled', 'insert 1; select pg_sleep(9); x', 1, 'cancelled', ['rolled back', 'cancelled', 'not run']],
  ['shorter than its results', 'x', 3, 'committed', ['ok']],
  ['disconnected', 'insert 1; commit; insert 2; x', 3, 'lost', ['ok', 'ok', 'unknown', 'unknown']],
])('a script that is %s', (_which, text, ended, ending, states) => {
  expect(statementStates(text.split('; '), { ended, ending })).toEqual(states)
})

const ENDED = { fields: undefined, columns: [], rowCount: 0, notices: [] }
const end = { command: 'INSERT', rowCount: 1, truncated: false, durationMs: 1 }
const failed = (sql: string, ended: number) =>
  scriptStatements({
    state: 'failed',
    source: { sql, from: 0 },
    outcomes: Array.from({ length: ended }, () => ({ ...ENDED, end })),
    failure: { message: 'division by zero', sql: { sqlstate: '22012', formattedError: '' } },
    isRolledBack: false,
  })

test('statements are titled by their first words and have a line, without leading comments', () => {
  const statements = failed(
    '-- first\ncreate table t (id int);\n\n  insert into t\n  values (1), (2), (3), (4);select 1/0',
    2,
  )
  expect(statements.map(({ title, line, state }) => [title, line, state])).toEqual([
    ['create table t (id int)', 2, 'rolled back'],
    ['insert into t values (1), (2…', 4, 'rolled back'],
    ['select 1/0', 5, 'failed'],
  ])
})

test.each([
  [
    'create 1; insert 2; select 1/0',
    2,
    'Statement 3 of 3 failed, on line 1. Statements 1–2 were rolled back.',
  ],
  ['insert 1; x; y', 1, 'Statement 2 of 3 failed, on line 1. Statement 1 was rolled back; 3 was not run.'],
  ['x; y; z', 0, 'Statement 1 of 3 failed, on line 1. Statements 2–3 were not run.'],
  ['select 1/0', 0, undefined],
])('the consequences of a failure in %j', (text, ended, sentence) => {
  expect(failureConsequence(failed(text, ended))).toBe(sentence)
})
