import { expect, test } from 'vitest'
import { globalShortcut } from './shortcuts.rules.ts'

const page = { isEditor: false, isTextField: false }
const field = { isEditor: false, isTextField: true }
const editor = { isEditor: true, isTextField: true }
const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }

test.each([
  [{ key: 'k', ctrlKey: true }, page, 'commands'],
  [{ key: 'K', metaKey: true }, page, 'commands'],
  [{ key: 'k', ctrlKey: true }, field, 'commands'],
  [{ key: 'k', ctrlKey: true }, editor, undefined],
  [{ key: 'F1' }, editor, 'commands'],
  [{ key: 'F1', ctrlKey: true }, page, undefined],
  [{ key: 'k' }, page, undefined],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, page, undefined],
  [{ key: '?', shiftKey: true }, page, 'shortcuts'],
  [{ key: '?', shiftKey: true }, field, undefined],
  [{ key: '?', ctrlKey: true }, page, undefined],
  [{ key: 'Enter' }, page, undefined],
])('%j pressed in %j means %s', (press, place, meaning) => {
  expect(globalShortcut({ ...plain, ...press }, place)).toBe(meaning)
})
