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
  ['with caps lock too', undefined, press('G'), { armedAt: 1000 }],
  ['the letter goes', 900, press('s'), { letter: 's' }],
  ['a letter alone does nothing', undefined, press('s'), {}],
  ['G twice goes to what G stands for', 900, press('g'), { letter: 'g' }],
  ['too late is nothing', 0, press('s', { at: GO_TO_WINDOW_MS + 1 }), {}],
  ['too late, and G again', 0, press('g', { at: 5000 }), { armedAt: 5000 }],
  ['in a field it is a letter', undefined, press('g', { isTyped: true }), {}],
  ['with Ctrl it is somebody else’s', 900, press('s', { isModified: true }), {}],
  ['Escape ends the waiting', 900, press('Escape'), {}],
])('%s', (_name, armedAt, pressed, step) => {
  expect(goToStep(armedAt, pressed)).toEqual(step)
})
