import type { GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import type { Edit } from '@basalt/table-rows/edits/edit.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import { isDefaultCell, type Line, storedLines } from '../rows/lines.rules.ts'
import { aColumn, anEntity, aPage } from '../rows/table.fixture.ts'
import { afterSave } from './after-save.rules.ts'
import { cellChange, cellRefusal, deletion } from './edit-cell.rules.ts'
import { type BlockValue, placedBlock } from './ranges/paste.rules.ts'
import {
  type History,
  noHistory,
  redone,
  type StagedEdit,
  type Step,
  staged,
  stagedEdits,
  undone,
} from './staged.rules.ts'
import { stagedLines } from './staged-lines.rules.ts'

type Row = Record<string, string | null>
const NAMES = ['id', 'a', 'b'] as const
const entity = anEntity({
  columns: [
    aColumn('id', { format: 'int8', is_primary_key: true, is_nullable: false }),
    aColumn('a'),
    aColumn('b'),
  ],
})

/** A table that saves edits as the server does: guarded by the old values, all or none. */
class Table {
  rows = new Map<string, Row>()

  save(edits: readonly Edit[]): GridEditResult[] {
    const saved = (row: string[] | null, before: Row, after: Row): GridEditResult => ({
      outcome: 'saved',
      row,
      before,
      after,
      is_undoable: true,
    })
    return edits.map((edit) => {
      if (edit.kind === 'insert') {
        const row = { id: null, a: null, b: null, ...(edit.set as Row) }
        this.rows.set(row.id!, row)
        return saved([row.id!], {}, row)
      }
      const [id] = edit.row as [string]
      const row = this.rows.get(id)
      if (!row) return { outcome: 'gone' }
      for (const [name, value] of Object.entries(edit.old))
        if (row[name] !== value)
          return {
            outcome: 'conflict',
            current: { row: [id], cells: NAMES.map((each) => row[each] ?? null) },
          }
      if (edit.kind === 'delete') {
        this.rows.delete(id)
        return saved(null, row, {})
      }
      const next = { ...row, ...(edit.set as Row) }
      this.rows.delete(id)
      this.rows.set(next.id!, next)
      const pick = (of: Row) =>
        Object.fromEntries(Object.keys(edit.set).map((name) => [name, of[name] ?? null]))
      return saved([next.id!], pick(row), pick(next))
    })
  }
}

const rowText = (cells: readonly unknown[]) => JSON.stringify(cells)
/** What a user sees: the rows that will be there. */
const seen = (lines: readonly Line[]) =>
  lines
    .filter(({ state }) => state !== 'deleted')
    .map(({ cells }) => rowText(cells))
    .sort()

test.each(Array.from({ length: 80 }, (_, seed) => [seed]))(
  'cells, blocks, fills, undo and saves that are answered late leave what the user sees, seed %i',
  (seed) => {
    const random = randomOf(seed + 1)
    const below = (limit: number) => Math.floor(random() * limit)
    const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
    const values = [null, '', 'x', 'y', 'z']
    const table = new Table()
    for (const id of ['1', '2', '3', '4']) table.rows.set(id, { id, a: 'x', b: null })
    let nextId = 5
    let page = aPage({ rows: [] })
    const read = () => {
      page = aPage({
        rows: [...table.rows.values()]
          .sort((one, other) => Number(one.id) - Number(other.id))
          .map((row) => ({ row: [row.id!], cells: NAMES.map((name) => row[name] ?? null) })),
      })
    }
    read()
    let history: History = noHistory
    const linesOf = (of: History) =>
      stagedLines(entity.columns, storedLines(page), stagedEdits(of), new Set())
    const storedLine = (line: Line) => storedLines(page).find(({ key }) => key === line.key) ?? line
    /** The rows as the user sees them, kept without the code under test. */
    let model: string[][] = [seen(linesOf(history))]
    let future: string[][] = []
    let inFlight: readonly StagedEdit[] | undefined

    const act = (step: Step, change: (rows: Map<string, unknown[] | 'deleted'>) => void) => {
      if (step.length === 0) return
      const before = new Map<string, unknown[] | 'deleted'>(
        linesOf(history).map(({ key, state, cells }) => [key, state === 'deleted' ? 'deleted' : [...cells]]),
      )
      change(before)
      history = staged(history, step)
      future = []
      model = [
        ...model,
        [...before.values()]
          .filter((cells) => cells !== 'deleted')
          .map((cells) => rowText(cells as unknown[]))
          .sort(),
      ]
    }
    const answer = () => {
      const sent = inFlight!
      inFlight = undefined
      const before = seen(linesOf(history))
      const results = table.save(sent.map(({ edit }) => edit))
      expect(results.every(({ outcome }) => outcome === 'saved')).toBe(true)
      const next = afterSave(history, sent, results, entity)
      read()
      expect(seen(linesOf(next))).toEqual(before)
      if (next !== history) {
        history = next
        model = [before]
        future = []
        // What was not saved is one step.
        if (stagedEdits(history).length > 0) model = [seen(storedLines(page)), before]
      }
    }

    for (let turn = 0; turn < 60; turn += 1) {
      const lines = linesOf(history)
      const dice = random()
      if (dice < 0.14) {
        history = undone(history)
        if (model.length > 1) {
          future = [...future, model.at(-1)!]
          model = model.slice(0, -1)
        }
      } else if (dice < 0.22) {
        history = redone(history)
        model = [...model, ...future.slice(-1)]
        future = future.slice(0, -1)
      } else if (dice < 0.34) {
        if (inFlight) answer()
        else if (stagedEdits(history).length > 0) inFlight = stagedEdits(history)
      } else if (dice < 0.42) {
        const key = `new ${nextId}`
        const row = { id: String(nextId), a: pick(values) }
        nextId += 1
        act([{ kind: 'new', key, set: row }], (rows) => rows.set(key, [row.id, row.a, null]))
      } else if (dice < 0.5 && lines.length > 0) {
        const line = pick(lines)
        if (line.state !== 'deleted')
          act([deletion(entity, storedLine(line))], (rows) =>
            line.state === 'new' ? rows.delete(line.key) : rows.set(line.key, 'deleted'),
          )
      } else if (dice < 0.58 && lines.length > 0) {
        const line = pick(lines)
        if (line.state !== 'stored')
          act([{ kind: 'forget', key: line.key }], (rows) =>
            line.state === 'new' ? rows.delete(line.key) : rows.set(line.key, [...storedLine(line).cells]),
          )
      } else if (dice < 0.72 && lines.length > 0) {
        const line = pick(lines)
        const column = 1 + below(2)
        const value = pick(values)
        if (line.state !== 'deleted')
          act([cellChange(entity, storedLine(line), NAMES[column]!, value, undefined)], (rows) => {
            ;(rows.get(line.key) as unknown[])[column] = value
          })
      } else if (lines.length > 0) {
        // A block, or a fill, which is a block of the first row's values.
        const top = below(lines.length)
        const bottom = Math.min(lines.length - 1, top + below(3))
        const left = 1 + below(2)
        const isFill = random() < 0.4
        const width = isFill ? 3 - left : 1 + below(2)
        const block: BlockValue[][] = isFill
          ? [
              lines[top]!.cells.slice(left).map((cell) =>
                cell !== null && isDefaultCell(cell) ? null : (cell as string),
              ),
            ]
          : Array.from({ length: 1 + below(3) }, () => Array.from({ length: width }, () => pick(values)))
        const { step, area } = placedBlock(
          {
            entity,
            columns: entity.columns,
            lines,
            storedLine,
            refusalOf: (line, column) => cellRefusal(entity, column, line, undefined),
            whole: new Map(),
            newRow: 'No rows follow.',
          },
          { top, bottom: isFill ? bottom : top, left, right: left + (isFill ? width - 1 : 0) },
          block,
        )
        const height = isFill ? bottom - top + 1 : block.length
        const isNew = lines[top]!.state === 'new'
        act(step, (rows) => {
          for (let row = area.top; row < Math.min(area.top + height, lines.length); row += 1)
            for (let column = left; column <= Math.min(left + width - 1, 2); column += 1) {
              const line = lines[row]!
              if (line.state === 'deleted' || (isNew && line.state !== 'new')) continue
              ;(rows.get(line.key) as unknown[])[column] = block[(row - area.top) % block.length]![
                column - left
              ] as never
            }
        })
      }
      expect(seen(linesOf(history))).toEqual(model.at(-1))
    }
    if (inFlight) answer()
    const last = seen(linesOf(history))
    inFlight = stagedEdits(history)
    answer()
    expect(stagedEdits(history)).toEqual([])
    expect(
      [...table.rows.values()].map((row) => rowText(NAMES.map((name) => row[name] ?? null))).sort(),
    ).toEqual(last)
  },
)
