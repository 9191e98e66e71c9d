import { Compartment, type Extension } from '@codemirror/state'
import { type EditorView, keymap, ViewPlugin } from '@codemirror/view'
import { whenIdle } from '../../../../lib/when-idle.ts'

const tools = new Compartment()

/** Rejects when loading fails; writing and running still work. */
async function withTools(view: EditorView) {
  const loaded = await import('./search-and-lint.ts')
  if (tools.get(view.state) !== loaded.searchAndLint)
    view.dispatch({ effects: tools.reconfigure(loaded.searchAndLint) })
  return loaded
}

/** Reserved until search is loaded: the browser's own search would find only visible text. */
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

/** Search and linting, whose code loads after the editor. */
export const lazySearchAndLint: Extension = [
  tools.of(searchKey),
  ViewPlugin.define((view) => ({
    destroy: whenIdle(() => void withTools(view).catch(() => undefined)),
  })),
]
