import { expect, test } from 'vitest'
import { GO_TO_WINDOW_MS, goToStep } from './go-to.rules.ts'

const press = (key: string, more: object = {}) => ({
  key,
  isModified: false,
  isTyped: false,
  at: 1000,
  ...more,
})

test.each([
  ['G waits for its letter', undefined, press('g'), { armedAt: 1000 }],
  ['G with caps lock works too', undefined, press('G'), { armedAt: 1000 }],
  ['a letter after G opens a page', 900, press('s'), { letter: 's' }],
  ['a letter alone does nothing', undefined, press('s'), {}],
  ['G twice opens the page of the letter G', 900, press('g'), { letter: 'g' }],
  ['a late letter does nothing', 0, press('s', { at: GO_TO_WINDOW_MS + 1 }), {}],
  ['a late G starts over', 0, press('g', { at: 5000 }), { armedAt: 5000 }],
  ['in a field G is text', undefined, press('g', { isTyped: true }), {}],
  ['a letter with Ctrl is another shortcut', 900, press('s', { isModified: true }), {}],
  ['Escape cancels', 900, press('Escape'), {}],
])('%s', (_name, armedAt, pressed, step) => {
  expect(goToStep(armedAt, pressed)).toEqual(step)
})
