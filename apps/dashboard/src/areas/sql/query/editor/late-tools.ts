import { Compartment, type Extension } from '@codemirror/state'
import { type EditorView, keymap, ViewPlugin } from '@codemirror/view'
import { whenIdle } from '../../../../lib/when-idle.ts'

const tools = new Compartment()

/** Rejects when it cannot be loaded; without it one can still write and run. */
async function withTools(view: EditorView) {
  const loaded = await import('./search-and-lint.ts')
  if (tools.get(view.state) !== loaded.searchAndLint)
    view.dispatch({ effects: tools.reconfigure(loaded.searchAndLint) })
  return loaded
}

/** Until then its key is kept: the browser's own search would find only what is in sight. */
const searchKey = keymap.of([
  {
    key: 'Mod-f',
    preventDefault: true,
    run: (view) => {
      withTools(view).then(
        ({ openSearch }) => openSearch(view),
        () => undefined,
      )
      return true
    },
  },
])

/** Searching and the underlining of mistakes, which are loaded once the editor stands. */
export const lateTools: Extension = [
  tools.of(searchKey),
  ViewPlugin.define((view) => ({
    destroy: whenIdle(() => void withTools(view).catch(() => undefined)),
  })),
]
