import { expect, test } from 'vitest'
import { dropTargetStore } from './drop-target.ts'

const row = { id: 'row', dragged: 'files', folder: 'a/b' } as const
const column = { id: 'column', dragged: 'files', folder: 'a' } as const

test('of nested targets, only the last one entered is current', () => {
  const store = dropTargetStore()
  store.set(column)
  store.set(row)
  expect(store.get()).toEqual(row)
})

test('leaving a target after entering another one keeps the other', () => {
  const store = dropTargetStore()
  store.set(column)
  store.set(row)
  store.leave('column')
  expect(store.get()).toEqual(row)
  store.leave('row')
  expect(store.get()).toBeUndefined()
})

test('subscribers are called only for changes', () => {
  const store = dropTargetStore()
  let calls = 0
  const stop = store.subscribe(() => calls++)
  store.set(row)
  store.set({ ...row })
  stop()
  store.set(undefined)
  expect(calls).toBe(1)
})
