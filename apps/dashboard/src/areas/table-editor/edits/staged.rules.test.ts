import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import {
  type Change,
  discarded,
  type History,
  noHistory,
  redone,
  type Step,
  staged,
  stagedEdits,
  undone,
  withoutRows,
} from './staged.rules.ts'

const update = (id: string, column: string, from: string | null, to: NewValue): Change => ({
  kind: 'row',
  key: id,
  edit: { kind: 'update', row: [id], old: { [column]: from }, set: { [column]: to } },
})
const remove = (id: string): Change => ({
  kind: 'row',
  key: id,
  edit: { kind: 'delete', row: [id], old: {} },
})
const add = (key: string, set: Record<string, NewValue>): Change => ({ kind: 'new', key, set })
const forget = (key: string): Change => ({ kind: 'forget', key })

const historyOf = (...steps: Step[]) => steps.reduce<History>(staged, noHistory)

test.each<[string, Step[], unknown[]]>([
  ['nothing is staged at first', [], []],
  [
    'two cells of a row become one change',
    [[update('1', 'a', 'x', 'y')], [update('1', 'b', null, '')]],
    [{ kind: 'update', row: ['1'], old: { a: 'x', b: null }, set: { a: 'y', b: '' } }],
  ],
  [
    'a cell that is changed back is not staged',
    [[update('1', 'a', 'x', 'y')], [update('1', 'a', 'x', 'x')]],
    [],
  ],
  [
    'a deletion replaces the changes of its row',
    [[update('1', 'a', 'x', 'y')], [remove('1')]],
    [{ kind: 'delete', row: ['1'], old: { a: 'x' } }],
  ],
  [
    'a new row collects its values',
    [[add('n', {})], [add('n', { a: '1' })], [add('n', { a: null, b: { default: true } })]],
    [{ kind: 'insert', set: { a: null, b: { default: true } } }],
  ],
  ['a new row is saved also without values', [[add('n', {})]], [{ kind: 'insert', set: {} }]],
  [
    'a forgotten row is as it was',
    [
      [update('1', 'a', 'x', 'y'), remove('2')],
      [forget('1'), forget('2')],
    ],
    [],
  ],
])('%s', (_what, steps, edits) => {
  expect(stagedEdits(historyOf(...steps)).map(({ edit }) => edit)).toEqual(edits)
})

test('discarding everything can be undone', () => {
  const history = historyOf([update('1', 'a', 'x', 'y')], [add('n', { a: '1' })])
  expect(stagedEdits(discarded(history))).toEqual([])
  expect(stagedEdits(undone(discarded(history)))).toEqual(stagedEdits(history))
  expect(discarded(noHistory)).toEqual(noHistory)
})

test('what was saved leaves the history, and the rest stays', () => {
  const history = historyOf([update('1', 'a', 'x', 'y'), remove('2')], [add('n', { a: '1' })])
  const rest = withoutRows(history, new Set(['1', 'n']))
  expect(stagedEdits(rest).map(({ key }) => key)).toEqual(['2'])
  expect(stagedEdits(undone(rest))).toEqual([])
  expect(withoutRows(history, new Set(['1', '2', 'n']))).toEqual(noHistory)
})

type Cells = Record<string, string | null>
type Model = ReadonlyMap<string, Cells | 'deleted'>

/** The table as it would be after saving: written without the code under test. */
function applied(model: Model, change: Change, stored: Model): Model {
  const next = new Map(model)
  const { key } = change
  const before = next.get(key)
  if (change.kind === 'forget') {
    const original = stored.get(key)
    if (original === undefined) next.delete(key)
    else next.set(key, original)
  } else if (change.kind === 'new') next.set(key, { ...(before as Cells), ...(change.set as Cells) })
  else if (change.edit.kind === 'delete') next.set(key, 'deleted')
  else if (before !== 'deleted') next.set(key, { ...before, ...(change.edit.set as Cells) })
  return next
}

/** What saving makes of the stored rows. */
const savedOver = (stored: Model, history: History): Model => {
  const saved = new Map(stored)
  for (const { key, edit } of stagedEdits(history)) {
    if (edit.kind === 'delete') saved.set(key, 'deleted')
    else saved.set(key, { ...(stored.get(key) as Cells), ...(edit.set as Cells) })
  }
  return saved
}

test.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
  'changes that are staged, undone and redone at random leave the rows as a model says, seed %i',
  (seed) => {
    const random = randomOf(seed + 1)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
    const keys = ['1', '2', '3']
    const columns = ['a', 'b']
    const values = [null, '', 'x', 'y']
    const stored: Model = new Map(keys.map((key) => [key, { a: 'x', b: null }]))
    let past: Model[] = [stored]
    let future: Model[] = []
    let history = noHistory
    for (let turn = 0; turn < 80; turn += 1) {
      const dice = random()
      if (dice < 0.2) {
        history = undone(history)
        if (past.length > 1) future = [...future, past.at(-1)!]
        past = past.length > 1 ? past.slice(0, -1) : past
      } else if (dice < 0.35) {
        history = redone(history)
        past = [...past, ...future.slice(-1)]
        future = future.slice(0, -1)
      } else {
        const change = (): Change => {
          const kind = random()
          const key = pick(keys)
          const column = pick(columns)
          if (kind < 0.55)
            return update(key, column, (stored.get(key) as Cells)[column] ?? null, pick(values))
          if (kind < 0.65) return remove(key)
          if (kind < 0.85) return add(pick(['n', 'm']), { [column]: pick(values) })
          return forget(pick([...keys, 'n', 'm']))
        }
        const step = Array.from({ length: 1 + Math.floor(random() * 3) }, change)
        history = staged(history, step)
        past = [...past, step.reduce((model, each) => applied(model, each, stored), past.at(-1)!)]
        future = []
      }
      expect(savedOver(stored, history)).toEqual(past.at(-1))
    }
  },
)
