import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { syntaxLint } from './syntax-lint.ts'

export const searchAndLint: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
  syntaxLint,
]

export const openSearch = (view: EditorView) => openSearchPanel(view)
