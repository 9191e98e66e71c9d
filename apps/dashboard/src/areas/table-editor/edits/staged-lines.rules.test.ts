import { expect, test } from 'vitest'
import { keyOfRow, storedLines } from '../rows/lines.rules.ts'
import { aColumn, anEntity, aPage } from '../rows/table.fixture.ts'
import { conflictingValues, overwriting } from './conflict.rules.ts'
import { cellChange, cellRefusal, deletion } from './edit-cell.rules.ts'
import { stagedLines } from './staged-lines.rules.ts'

const entity = anEntity()
const lines = storedLines(aPage())
const none: ReadonlySet<string> = new Set()

test('staged values are displayed over the stored ones, and new rows come first', () => {
  const [added, changed, deleted] = stagedLines(
    entity.columns,
    lines,
    [
      {
        key: keyOfRow(['1']),
        edit: { kind: 'update', row: ['1'], old: { name: 'Ada' }, set: { name: null } },
      },
      { key: keyOfRow(['2']), edit: { kind: 'delete', row: ['2'], old: {} } },
      { key: 'new 1', edit: { kind: 'insert', set: { name: 'Grace' } } },
    ],
    new Set(['new 1']),
  )
  expect(added).toMatchObject({ key: 'new 1', state: 'new', isUnsaved: true })
  expect(added?.cells).toEqual([null, 'Grace', { default: true }])
  expect(changed).toMatchObject({ state: 'changed', isUnsaved: false, cells: ['1', null, null] })
  expect([...(changed?.changed ?? [])]).toEqual([1])
  expect(deleted).toMatchObject({ state: 'deleted', cells: lines[1]?.cells })
})

test('a row with a key is guarded by the changed column, one without by all columns that are known in full', () => {
  expect(cellChange(entity, lines[1]!, 'name', 'x', undefined)).toMatchObject({
    key: keyOfRow(['2']),
    edit: { kind: 'update', row: ['2'], old: { name: '' }, set: { name: 'x' } },
  })
  const keyless = anEntity({ identity: { kind: 'ctid', columns: ['ctid'], reason: null } })
  expect(cellChange(keyless, lines[1]!, 'name', 'x', undefined)).toMatchObject({
    edit: { old: { id: '2', name: '' } },
  })
  expect(cellChange(entity, lines[1]!, 'note', 'x', 'long text')).toMatchObject({
    edit: { old: { note: 'long text' } },
  })
  expect(deletion(entity, lines[1]!)).toMatchObject({ edit: { kind: 'delete', old: { id: '2', name: '' } } })
})

test('values of a new row need no guard, and deleting it drops it', () => {
  const [added] = stagedLines(entity.columns, [], [{ key: 'new 1', edit: { kind: 'insert', set: {} } }], none)
  expect(cellChange(entity, added!, 'name', 'x', undefined)).toEqual({
    kind: 'new',
    key: 'new 1',
    set: { name: 'x' },
  })
  expect(deletion(entity, added!)).toEqual({ kind: 'forget', key: 'new 1' })
})

const stored = lines[0]!
test.each<[string, string | undefined, Parameters<typeof cellRefusal>]>([
  ['an ordinary cell can be changed', undefined, [entity, aColumn('a'), stored, undefined]],
  ['the member has no right', 'No right.', [entity, aColumn('a'), stored, 'No right.']],
  [
    'the relation cannot be changed',
    'A view.',
    [anEntity({ update: 'A view.' }), aColumn('a'), stored, undefined],
  ],
  [
    'a generated column',
    'This column is generated from other columns.',
    [entity, aColumn('a', { generated: 'b + 1' }), stored, undefined],
  ],
  [
    'an identity column',
    'The database generates the values of this column.',
    [entity, aColumn('a', { identity: 'always' }), stored, undefined],
  ],
  [
    'a column without the right',
    'You have no right to change this column, or the view computes it.',
    [entity, aColumn('a', { is_updatable: false }), stored, undefined],
  ],
  [
    'a row that cannot be told apart',
    'This row cannot be told apart from others.',
    [entity, aColumn('a'), { ...stored, row: [] }, undefined],
  ],
  [
    'a row that is about to be deleted',
    'This row is about to be deleted.',
    [entity, aColumn('a'), { ...stored, state: 'deleted' }, undefined],
  ],
  [
    'a new row only needs the right to insert',
    undefined,
    [anEntity({ update: 'No.' }), aColumn('a'), { row: undefined, state: 'new' }, undefined],
  ],
])('%s', (_what, reason, args) => {
  expect(cellRefusal(...args)).toBe(reason)
})

test('a conflict names each value that changed, and is overwritten only over the row as it is now', () => {
  const edit = { kind: 'update', row: ['1'], old: { name: 'Ada' }, set: { name: 'Grace' } } as const
  const current = { row: ['1'], cells: ['1', 'Someone', 'x'] }
  expect(conflictingValues(entity.columns, edit, current)).toEqual([
    { column: 'name', was: 'Ada', is: 'Someone', yours: 'Grace' },
  ])
  expect(overwriting(entity, keyOfRow(['1']), edit, current)).toEqual([
    { kind: 'forget', key: keyOfRow(['1']) },
    { kind: 'row', key: keyOfRow(['1']), edit: { ...edit, old: { name: 'Someone' } } },
  ])
  const cut = { row: ['1'], cells: ['1', { beginning: 'S', bytes: 9 }, 'x'] }
  expect(overwriting(entity, keyOfRow(['1']), edit, cut)).toBeUndefined()
})

test('a column may have the name of something that every object has', () => {
  const columns = ['id', 'constructor', 'toString'].map((name) => aColumn(name))
  const page = aPage({ rows: [{ row: ['1'], cells: ['1', 'a', null] }] })
  const edit = { kind: 'update', row: ['1'], old: { id: '1' }, set: { id: '2' } } as const
  const [line] = stagedLines(columns, storedLines(page), [{ key: keyOfRow(['1']), edit }], none)
  expect(line?.cells).toEqual(['2', 'a', null])
  expect([...(line?.changed ?? [])]).toEqual([0])
  expect(conflictingValues(columns, edit, { row: ['1'], cells: ['3', 'b', 'c'] })).toEqual([
    { column: 'id', was: '1', is: '3', yours: '2' },
  ])
})
