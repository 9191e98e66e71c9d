import { expect, test } from 'vitest'
import { becomesRevision, isUntitled, REVISION_PAUSE_MS } from './snippets.rules.ts'

const quickSave = {
  before: { length: 100, savedBy: 'ann' },
  after: { length: 101, savedBy: 'ann' },
  knew: true,
  msSinceKept: 1000,
}

test.each([
  ['one save of many while typing', {}, false],
  ['the first save after a pause', { msSinceKept: REVISION_PAUSE_MS }, true],
  ['just before the pause is over', { msSinceKept: REVISION_PAUSE_MS - 1 }, false],
  ['somebody else saves', { after: { length: 101, savedBy: 'bob' } }, true],
  ['the last author is gone', { before: { length: 100, savedBy: null } }, true],
  ['the author had not seen the replaced text', { knew: false }, true],
  ['more than half of it is gone', { after: { length: 49, savedBy: 'ann' } }, true],
  ['half of it is gone', { after: { length: 50, savedBy: 'ann' } }, false],
  ['there was no text', { before: { length: 0, savedBy: null }, knew: false }, false],
])('%s', (_case, over, expected) => {
  expect(becomesRevision({ ...quickSave, ...over })).toBe(expected)
})

test.each([
  ['Untitled query', true],
  ['Untitled query 123', true],
  ['Untitled query of mine', false],
  ['untitled query 123', false],
  ['Orders', false],
])('%j is untitled: %s', (name, expected) => {
  expect(isUntitled(name)).toBe(expected)
})
