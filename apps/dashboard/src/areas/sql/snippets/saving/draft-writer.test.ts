import { expect, test } from 'vitest'
import type { DraftStore } from './draft-store.ts'
import { DraftWriter } from './draft-writer.ts'
import { aDraft } from './snippet.fixture.ts'

/** A browser so slow that nothing asked of it is done before the test is over. */
function openSlow() {
  const asked: string[] = []
  const store: DraftStore = {
    put: ({ text }) => {
      asked.push(text)
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
  return { asked, type, writer }
}

test('a slow browser is asked for a few texts at once, and the others wait', () => {
  const { asked, type } = openSlow()
  type('select')
  expect(asked).toEqual(['s', 'se', 'sel'])
})

test('a page that goes asks for its last text without waiting for a turn that will not come', () => {
  const { asked, type, writer } = openSlow()
  type('select')
  writer.writeWhileLeaving()
  expect(asked.at(-1)).toBe('select')
})
