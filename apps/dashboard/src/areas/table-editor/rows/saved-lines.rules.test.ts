import type { GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { expect, test } from 'vitest'
import type { StagedEdit } from '../edits/staged.rules.ts'
import { keyOfRow, type Line, storedLines } from './lines.rules.ts'
import { emptyWindow, limitsFor, type RowWindow, saved } from './row-window.rules.ts'
import { savedLines } from './saved-lines.rules.ts'

const columns = [{ name: 'id' }, { name: 'name' }]
const stored = storedLines({
  rows: ['1', '2', '3'].map((id) => ({ row: [id], cells: [id, `name ${id}`] })),
})
const lineOf = (key: string) => stored.find((line) => line.key === key)
const key = (id: string) => keyOfRow([id])
const update = (id: string, set: Record<string, string>): StagedEdit => ({
  key: key(id),
  edit: { kind: 'update', row: [id], old: {}, set },
})
const insert: StagedEdit = { key: 'new 1', edit: { kind: 'insert', set: { name: 'new' } } }
const result = (row: string[] | null, after: Record<string, string | null> = {}): GridEditResult => ({
  outcome: 'saved',
  row,
  before: {},
  after,
  is_undoable: true,
})
const textsOf = (line: Line | undefined) => line?.cells

const aWindow = (hasBefore = false): RowWindow => ({
  ...emptyWindow(limitsFor(2, 100)),
  chunks: [{ lines: stored, start: 's', end: 'e' }],
  loaded: 3,
  hasBefore,
})
const namesOf = ({ chunks }: RowWindow) => chunks.flatMap(({ lines }) => lines.map(({ cells }) => cells[1]))

test('a changed row has the stored values of the answer, and keeps those that the answer leaves out', () => {
  const [line] = savedLines(
    columns,
    lineOf,
    [update('2', { name: 'x' })],
    [result(['2'], { name: 'stored x' })],
  )
  expect(line?.key).toBe(key('2'))
  expect(textsOf(line?.line)).toEqual(['2', 'stored x'])
  expect(line?.line?.state).toBe('stored')
})

test('a row whose key was changed has its new key', () => {
  const [line] = savedLines(columns, lineOf, [update('2', { id: '9' })], [result(['9'], { id: '9' })])
  expect(line).toMatchObject({ key: key('2'), line: { key: key('9'), row: ['9'], cells: ['9', 'name 2'] } })
})

test('what was not saved, is not loaded, has no key or was read again already is left alone', () => {
  const edits = [update('1', {}), update('7', {}), update('2', {}), insert]
  const results: GridEditResult[] = [{ outcome: 'gone' }, result(['7']), result([]), result(['3'])]
  expect(savedLines(columns, lineOf, edits, results)).toEqual([])
})

test('the rows on the screen are those that are stored now, before they are loaded again', () => {
  const edits: StagedEdit[] = [
    update('1', { name: 'first' }),
    { key: key('2'), edit: { kind: 'delete', row: ['2'], old: {} } },
    insert,
  ]
  const results = [result(['1'], { name: 'first' }), result(null), result(['4'], { id: '4', name: 'new' })]
  const lines = savedLines(columns, lineOf, edits, results)
  const above3 = saved(aWindow(), lines, new Map([['new 1', key('3')]]))
  expect(namesOf(above3)).toEqual(['first', 'new', 'name 3'])
  expect(above3.loaded).toBe(3)
  expect(namesOf(saved(aWindow(), lines, new Map([['new 1', null]])))).toEqual(['new', 'first', 'name 3'])
  // The start of the table is not loaded.
  expect(namesOf(saved(aWindow(true), lines, new Map([['new 1', null]])))).toEqual(['first', 'name 3'])
})
