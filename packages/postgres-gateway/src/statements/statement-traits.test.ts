import { expect, test } from 'vitest'
import { traitsOf } from './statement-traits.ts'

test.each([
  ['select 1', {}],
  ['update settings set value = 1', {}],
  ["insert into notes values ('listen; prepare; set role x')", {}],
  ['-- set role admin\nselect 1', {}],
  ['select temp from weather', {}],
  ['LISTEN news', { refused: 'LISTEN' }],
  ['select 1; listen news', { refused: 'LISTEN' }],
  ['prepare p as select 1', { refused: 'PREPARE' }],
  ["prepare transaction 'x'", {}],
  ['deallocate p', { clears: true, deallocates: 'p', deallocations: [{ name: 'p', start: 0, end: 12 }] }],
  [
    'deallocate prepare "My P";',
    { clears: true, deallocates: 'My P', deallocations: [{ name: 'My P', start: 0, end: 25 }] },
  ],
  ['deallocate all', { clears: true }],
  ['select 1; deallocate p', { clears: true, deallocations: [{ name: 'p', start: 10, end: 22 }] }],
  [
    'deallocate p /* and */ ; deallocate all; deallocate q',
    { clears: true, deallocations: [{ name: 'p', start: 0, end: 12 }] },
  ],
  ['discard all', { clears: true, resets: ['*'] }],
  ['discard plans', {}],
  ["SET TimeZone = 'UTC'", { names: ['timezone'] }],
  ["set session app.tenant to 'x'", { names: ['app.tenant'] }],
  ['set "My.Setting" to 1', { names: ['my.setting'] }],
  ["set time zone 'UTC'", { names: ['timezone'] }],
  ["set names 'utf8'", { names: ['client_encoding'] }],
  ["set schema 'x'", { names: ['search_path'] }],
  ['set role x', { names: ['role'] }],
  ['set session authorization x', { names: ['session_authorization'] }],
  ['set local timezone to 1', {}],
  ['set transaction isolation level serializable', {}],
  ['set constraints all deferred', {}],
  [
    'set session characteristics as transaction read only',
    {
      names: [
        'default_transaction_isolation',
        'default_transaction_read_only',
        'default_transaction_deferrable',
      ],
    },
  ],
  ['set work_mem to default', { resets: ['work_mem'] }],
  ['reset work_mem', { resets: ['work_mem'] }],
  ['reset all', { resets: ['*'] }],
  ["reset a; set a = '1'", { names: ['a'], resets: ['a'], setAgain: ['a'] }],
  ["reset all; set a = '1'", { names: ['a'], resets: ['*'], setAgain: ['a'] }],
  ["set a = '1'; reset a", { names: ['a'], resets: ['a'] }],
  ["reset a; set a = '1'; reset all", { names: ['a'], resets: ['a', '*'] }],
  ['reset session authorization', { resets: ['session_authorization'] }],
  ["select set_config('app.x', 'y', false)", { names: ['app.x'] }],
  ["select set_config('app.x', f(1, (2)), $1)", { names: ['app.x'] }],
  ["select set_config('app.x', 'y', true)", {}],
  ["select set_config('role', 'y', 't'), set_config('app.z', 'y', false)", { names: ['app.z'] }],
  ["select set_config($1, 'y', false)", { holdsSession: true }],
  ['create temp table t ()', { holdsSession: true }],
  ['create temporary table t () on commit drop', {}],
  ['select 1 into temp t', { holdsSession: true }],
  ['select pg_advisory_lock(1)', { holdsSession: true }],
  ['select pg_try_advisory_lock_shared(1)', { holdsSession: true }],
  ['select pg_advisory_xact_lock(1)', {}],
  ['declare c cursor with hold for select 1', { holdsSession: true }],
  ['declare c cursor for select 1', {}],
  ["select currval('s')", { readsSequence: true }],
])('%s', (sql, traits) => {
  expect(traitsOf(sql)).toEqual(traits)
})

test('a megabyte of plain text has no traits', () => {
  expect(traitsOf(`insert into t values ('${'x'.repeat(1_000_000)}')`)).toEqual({})
})
