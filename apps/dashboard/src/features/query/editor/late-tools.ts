import { Compartment, type Extension } from '@codemirror/state'
import { keymap, ViewPlugin } from '@codemirror/view'

const load = () => import('./search-and-lint.ts')
const tools = new Compartment()

/** Searching and the underlining of mistakes: nobody needs them before something is written, so they are loaded then. */
export const lateTools: Extension = [
  tools.of(
    keymap.of([
      {
        key: 'Mod-f',
        preventDefault: true,
        // The browser's own search would find only what is in sight.
        run: (view) => {
          load().then(
            ({ openSearch }) => openSearch(view),
            () => undefined,
          )
          return true
        },
      },
    ]),
  ),
  ViewPlugin.define((view) => {
    let isGone = false
    const add = async () => {
      const { searchAndLint } = await load()
      if (!isGone) view.dispatch({ effects: tools.reconfigure(searchAndLint) })
    }
    // Without them one can still write and run.
    add().catch(() => undefined)
    return {
      destroy: () => {
        isGone = true
      },
    }
  }),
]
