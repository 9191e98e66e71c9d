import { expect, test } from 'vitest'
import { tabKey } from './tab-keys.rules.ts'

const press = { code: '', altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  [{ code: 'PageDown' }, 'next'],
  [{ code: 'PageUp' }, 'previous'],
  [{ code: 'KeyW' }, 'close'],
  [{ code: 'KeyT', shiftKey: true }, 'restore'],
  [{ code: 'KeyT' }, undefined],
  [{ code: 'KeyW', shiftKey: true }, undefined],
  [{ code: 'KeyW', altKey: false }, undefined],
  [{ code: 'KeyW', ctrlKey: true }, undefined],
  [{ code: 'KeyW', metaKey: true }, undefined],
])('%o means %s', (over, key) => {
  expect(tabKey({ ...press, ...over })).toBe(key)
})
