import { expect, test } from 'vitest'
import { exportShortcut, shortcutOf } from './export-shortcuts.rules.ts'

const press = (key: string, held: Partial<KeyboardEvent> = { shiftKey: true, metaKey: true }) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each([
  ['M', 'copy', 'markdown'],
  ['j', 'copy', 'json'],
  ['C', 'copy', 'csv'],
  ['D', 'download', 'csv'],
  ['o', 'download', 'json'],
] as const)('Shift, Meta and %s %s as %s', (key, how, format) => {
  expect(exportShortcut(press(key))).toEqual({ how, format })
  expect(exportShortcut(press(key, { shiftKey: true, ctrlKey: true }))).toEqual({ how, format })
  expect(shortcutOf(how, format)).toEqual(['Shift', 'Mod', key.toUpperCase()])
})

test.each([
  ['m', { metaKey: true }],
  ['m', { shiftKey: true }],
  ['m', { shiftKey: true, metaKey: true, altKey: true }],
  ['m', { shiftKey: true, metaKey: true, ctrlKey: true }],
  ['x', { shiftKey: true, metaKey: true }],
])('%s with %j is not a shortcut', (key, held) => {
  expect(exportShortcut(press(key, held))).toBeUndefined()
})

test('an action without a shortcut has no keys', () => {
  expect(shortcutOf('copy', 'tsv')).toBeUndefined()
  expect(shortcutOf('download', 'sql')).toBeUndefined()
})
