import type { GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import type { Edit } from '@basalt/table-rows/edits/edit.ts'
import { expect, test } from 'vitest'
import { keyOfRow } from '../rows/lines.rules.ts'
import { anEntity } from '../rows/table.fixture.ts'
import { afterSave } from './after-save.rules.ts'
import { type History, noHistory, type StagedEdit, type Step, staged, stagedEdits } from './staged.rules.ts'

const saved = (row: string[] | null, after: Record<string, string | null> = {}): GridEditResult => ({
  outcome: 'saved',
  row,
  before: {},
  after,
  is_undoable: true,
})
const key = keyOfRow(['1'])
const update = (set: Record<string, string | null>, old: Record<string, string | null>): Edit => ({
  kind: 'update',
  row: ['1'],
  old,
  set,
})
const historyOf = (...edits: StagedEdit[]): History =>
  edits.reduce<History>((history, { key, edit }) => {
    const step: Step =
      edit.kind === 'insert' ? [{ kind: 'new', key, set: edit.set }] : [{ kind: 'row', key, edit }]
    return staged(history, step)
  }, noHistory)

const CASES: [what: string, sent: StagedEdit, now: StagedEdit | undefined, GridEditResult, StagedEdit[]][] = [
  [
    'what was saved is not staged any more',
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    undefined,
    saved(['1']),
    [],
  ],
  [
    'another cell of the row stays staged, guarded by its own value',
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    { key, edit: update({ a: 'x', b: 'y' }, { a: '1', b: '2' }) },
    saved(['1'], { a: 'x' }),
    [{ key, edit: update({ b: 'y' }, { b: '2' }) }],
  ],
  [
    'a cell that was changed again is based on the value as it was stored',
    { key, edit: update({ a: '1.0' }, { a: '5' }) },
    { key, edit: update({ a: '7' }, { a: '5' }) },
    saved(['1'], { a: '1.00' }),
    [{ key, edit: update({ a: '7' }, { a: '1.00' }) }],
  ],
  [
    'a cell that was undone meanwhile is set back',
    { key, edit: update({ a: 'x', b: 'y' }, { a: '1', b: '2' }) },
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    saved(['1'], { a: 'x', b: 'y' }),
    [{ key, edit: update({ b: '2' }, { b: 'y' }) }],
  ],
  [
    'a row whose key was saved is known by its new key',
    { key, edit: update({ id: '9' }, { id: '1' }) },
    { key, edit: update({ id: '9', b: 'y' }, { id: '1', b: null }) },
    saved(['9'], { id: '9' }),
    [{ key: keyOfRow(['9']), edit: { kind: 'update', row: ['9'], old: { b: null }, set: { b: 'y' } } }],
  ],
  [
    'a deletion that was staged meanwhile is guarded by the saved values',
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    { key, edit: { kind: 'delete', row: ['1'], old: { a: '1', b: '2' } } },
    saved(['1'], { a: 'x' }),
    [{ key, edit: { kind: 'delete', row: ['1'], old: { a: 'x', b: '2' } } }],
  ],
  [
    'what was typed into a new row meanwhile changes the stored row',
    { key: 'new 1', edit: { kind: 'insert', set: { a: 'x' } } },
    { key: 'new 1', edit: { kind: 'insert', set: { a: 'x', b: 'y' } } },
    saved(['7'], { id: '7', a: 'x', b: 'default' }),
    [{ key: keyOfRow(['7']), edit: { kind: 'update', row: ['7'], old: { b: 'default' }, set: { b: 'y' } } }],
  ],
  [
    'without the stored values what was sent guards the change',
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    { key, edit: update({ a: 'z' }, { a: '1' }) },
    saved(['1']),
    [{ key, edit: update({ a: 'z' }, { a: 'x' }) }],
  ],
  [
    'a conflict stays staged',
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    { key, edit: update({ a: 'x' }, { a: '1' }) },
    { outcome: 'conflict', current: { row: ['1'], cells: [] } },
    [{ key, edit: update({ a: 'x' }, { a: '1' }) }],
  ],
]
test.each(CASES)('%s', (_what, sent, now, result, left) => {
  const other: StagedEdit = { key: 'other', edit: { kind: 'insert', set: {} } }
  const history = historyOf(now ?? sent, other)
  expect(stagedEdits(afterSave(history, [sent], [result], anEntity()))).toEqual([...left, other])
})

test('a row without a key is guarded by all of its values, as they are now', () => {
  const sent = update({ a: 'x' }, { a: '1', b: '2' })
  const now = update({ a: 'x', b: 'y' }, { a: '1', b: '2' })
  const left = afterSave(
    historyOf({ key, edit: now }),
    [{ key, edit: sent }],
    [saved(['0,2'], { a: 'x' })],
    anEntity({ identity: { kind: 'ctid', columns: ['ctid'], reason: null } }),
  )
  expect(stagedEdits(left)).toEqual([
    {
      key: keyOfRow(['0,2']),
      edit: { kind: 'update', row: ['0,2'], old: { a: 'x', b: '2' }, set: { b: 'y' } },
    },
  ])
})

test('when nothing was saved, the history stays as it is, and can be undone', () => {
  const history = historyOf({ key, edit: update({ a: 'x' }, { a: '1' }) })
  expect(afterSave(history, stagedEdits(history), [{ outcome: 'gone' }], anEntity())).toBe(history)
})

test.each<[string, Edit, GridEditResult, StagedEdit[]]>([
  [
    'a change',
    update({ a: 'x' }, { a: '1' }),
    saved(['1'], { a: 'x ' }),
    [{ key, edit: update({ a: '1' }, { a: 'x ' }) }],
  ],
  [
    'a new row',
    { kind: 'insert', set: { a: 'x' } },
    saved(['7'], { id: '7', a: 'x' }),
    [{ key: keyOfRow(['7']), edit: { kind: 'delete', row: ['7'], old: { id: '7', a: 'x' } } }],
  ],
  [
    'a deletion',
    { kind: 'delete', row: ['1'], old: { a: '1' } },
    { outcome: 'saved', row: null, before: { id: '1', a: '1' }, after: {}, is_undoable: true },
    [{ key: `again ${key}`, edit: { kind: 'insert', set: { id: '1', a: '1' } } }],
  ],
])(
  '%s that was taken back while it was being saved is staged to be set back',
  (_what, edit, result, left) => {
    expect(stagedEdits(afterSave(noHistory, [{ key, edit }], [result], anEntity()))).toEqual(left)
  },
)
