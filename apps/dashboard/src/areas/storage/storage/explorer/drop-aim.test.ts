import { expect, test } from 'vitest'
import { dropAim } from './drop-aim.ts'

const row = { target: 'row', dragged: 'files', folder: 'a/b' } as const
const column = { target: 'column', dragged: 'files', folder: 'a' } as const

test('of nested targets, only the last one entered is the target', () => {
  const aim = dropAim()
  aim.set(column)
  aim.set(row)
  expect(aim.get()).toEqual(row)
})

test('leaving a target after entering another keeps the other', () => {
  const aim = dropAim()
  aim.set(column)
  aim.set(row)
  aim.leave('column')
  expect(aim.get()).toEqual(row)
  aim.leave('row')
  expect(aim.get()).toBeUndefined()
})

test('watchers are called only for changes', () => {
  const aim = dropAim()
  let heard = 0
  const stop = aim.subscribe(() => heard++)
  aim.set(row)
  aim.set({ ...row })
  stop()
  aim.set(undefined)
  expect(heard).toBe(1)
})
