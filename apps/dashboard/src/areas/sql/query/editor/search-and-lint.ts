import { linter } from '@codemirror/lint'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { sqlWorker } from '../analysis/sql-worker-client.ts'
import { lintSwitch } from './lint-switch.ts'

/** Long enough that half-written words are not reported. */
const LINT_DELAY_MS = 600
/** Longer texts are not written by hand. */
const LINTED_LENGTH_MAX = 1_000_000
const TOKEN = /^(?:[\p{L}\p{N}_$]+|\S)/u

/** Underlines what PostgreSQL's own parser rejects. */
const syntaxLint = linter(
  async (view) => {
    const { doc } = view.state
    if (doc.length > LINTED_LENGTH_MAX || view.state.facet(lintSwitch).some((isOn) => !isOn())) return []
    const { problems } = await sqlWorker.analyse(doc.toString())
    // The text has changed in the meantime, so the linter runs again.
    if (view.state.doc !== doc) return []
    return problems.map(({ message, at }) => {
      const line = doc.lineAt(at)
      const word = TOKEN.exec(doc.sliceString(at, line.to))?.[0].length ?? 0
      // At the end of the input only the preceding character can be underlined.
      const from = word > 0 || at === line.from ? at : at - 1
      return {
        from,
        to: Math.max(from + word, Math.min(from + 1, doc.length)),
        severity: 'error' as const,
        message,
      }
    })
  },
  { delay: LINT_DELAY_MS },
)

export const searchAndLint: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
  syntaxLint,
]

export const openSearch = (view: EditorView) => openSearchPanel(view)
