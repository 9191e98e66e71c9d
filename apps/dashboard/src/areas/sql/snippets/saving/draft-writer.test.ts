import { expect, test } from 'vitest'
import type { DraftStore } from './draft-store.ts'
import { DraftWriter } from './draft-writer.ts'
import { aDraft } from './snippet.fixture.ts'

/** A browser so slow that no write finishes before the test is over. */
function openSlow() {
  const writes: string[] = []
  const store: DraftStore = {
    put: ({ text }) => {
      writes.push(text)
      return new Promise(() => undefined)
    },
    remove: () => new Promise(() => undefined),
    of: async () => [],
  }
  let text = ''
  const writer = new DraftWriter(
    store,
    () => aDraft({ text }),
    () => undefined,
  )
  const type = (keys: string) => {
    for (const key of keys) {
      text += key
      writer.touch()
    }
  }
  return { writes, type, writer }
}

test('a slow browser gets a few concurrent writes, and the others wait', () => {
  const { writes, type } = openSlow()
  type('select')
  expect(writes).toEqual(['s', 'se', 'sel'])
})

test('a closing page writes its last text immediately', () => {
  const { writes, type, writer } = openSlow()
  type('select')
  writer.writeImmediately()
  expect(writes.at(-1)).toBe('select')
})
