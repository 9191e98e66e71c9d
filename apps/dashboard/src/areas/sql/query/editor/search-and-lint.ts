import { linter } from '@codemirror/lint'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { sqlReader } from '../analysis/sql-reader.ts'

/** Long enough that nobody is told of a word that is only half written. */
const LINT_DELAY_MS = 600
/** What is longer is no text that somebody writes. */
const LINTED_LENGTH_MAX = 1_000_000
const TOKEN = /^(?:[\p{L}\p{N}_$]+|\S)/u

/** Underlines what PostgreSQL's own parser refuses, while it is written. */
const syntaxLint = linter(
  async (view) => {
    const { doc } = view.state
    if (doc.length > LINTED_LENGTH_MAX) return []
    const { problems } = await sqlReader.analyse(doc.toString())
    // The text may have changed meanwhile; then this is asked again.
    if (view.state.doc !== doc) return []
    return problems.map(({ message, at }) => {
      const line = doc.lineAt(at)
      const word = TOKEN.exec(doc.sliceString(at, line.to))?.[0].length ?? 0
      // At the end of the input there is nothing to underline but what stands before it.
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
