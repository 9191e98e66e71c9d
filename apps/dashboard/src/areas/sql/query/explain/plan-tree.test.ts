import { expect, test } from 'vitest'
import { readPlan } from './plan-tree.ts'

const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'users', Alias: 'u', Filter: '(age > 3)' }
const measured = (ms: number, rows: number, loops = 1) => ({
  'Actual Total Time': ms,
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Plan Rows': 10,
})
const plan = (root: object, more: object = {}) => readPlan(JSON.stringify([{ Plan: root, ...more }]))

test('steps are numbered in execution order: the hashed side of a join runs first', () => {
  const read = plan({
    'Node Type': 'Hash Join',
    'Join Type': 'Left',
    Plans: [scan, { 'Node Type': 'Hash', Plans: [{ 'Node Type': 'Seq Scan', 'Relation Name': 'orders' }] }],
  })
  expect(read?.steps.map(({ number, depth, title, kind }) => [number, depth, title, kind])).toEqual([
    [4, 0, 'Hash Join (left)', 'join'],
    [3, 1, 'Seq Scan on users u', 'sequential'],
    [2, 1, 'Hash', 'hash'],
    [1, 2, 'Seq Scan on orders', 'sequential'],
  ])
})

test('time and rows cover all loops, and the slowest steps are marked', () => {
  const read = plan(
    {
      'Node Type': 'Nested Loop',
      ...measured(100, 50),
      Plans: [
        { ...scan, ...measured(10, 50) },
        { 'Node Type': 'Index Scan', 'Index Name': 'pk', 'Relation Name': 'o', ...measured(1.6, 2, 50) },
      ],
    },
    { 'Execution Time': 101, 'Planning Time': 1 },
  )
  expect(read).toMatchObject({ executionMs: 101, planningMs: 1, hasOnlySequentialScans: false })
  expect(read?.steps).toMatchObject([
    { title: 'Nested Loop', ownMs: 10, share: 0.1, isSlow: false },
    { title: 'Seq Scan on users u', rowsActual: 50, isSlow: false, details: ['Filter: (age > 3)'] },
    { title: 'Index Scan using pk on o', ownMs: 80, rowsActual: 100, loops: 50, share: 0.8, isSlow: true },
  ])
})

test('a step that was never reached has no row count', () => {
  expect(plan({ ...scan, ...measured(0, 0, 0) })?.steps[0]).toMatchObject({ rowsActual: undefined, loops: 0 })
})

test('a plan without measurements has costs, and no slow step', () => {
  const read = plan({ ...scan, 'Total Cost': 7, 'Plan Rows': 3 })
  expect(read?.steps[0]).toMatchObject({
    cost: 7,
    rowsEstimated: 3,
    ownMs: undefined,
    share: 1,
    isSlow: false,
  })
  expect(read?.hasOnlySequentialScans).toBe(true)
})

test('the times of parallel steps add up to the wall-clock time', () => {
  const parallel = {
    'Node Type': 'Gather',
    'Workers Launched': 2,
    ...measured(100, 30),
    Plans: [
      {
        'Node Type': 'Aggregate',
        ...measured(90, 1, 3),
        Plans: [{ ...scan, ...measured(60, 10, 3) }],
      },
    ],
  }
  const read = plan(parallel, { 'Execution Time': 100 })
  expect(read?.steps.map(({ ownMs }) => ownMs)).toEqual([10, 30, 60])
  expect(read?.steps.map(({ isSlow }) => isSlow)).toEqual([false, true, true])
  expect(read?.steps[2]?.rowsActual).toBe(30)
})

test.each(['', 'Seq Scan on users', '[]', '{"Plan": {}}', '[{"Plan": {}}]'])('%j is no plan', (text) => {
  expect(readPlan(text)).toBeUndefined()
})
