import type { EditorView } from '@codemirror/view'
import { sqlWorker } from '../analysis/sql-worker-client.ts'

/**
 * Formats the selection, or the whole text when nothing is selected; the selection stays selected. Rejects for SQL that
 * cannot be formatted. Does nothing when the text has changed in the meantime.
 */
export async function formatSelection(view: EditorView): Promise<void> {
  const { state } = view
  const { from, to, empty } = state.selection.main
  const range = empty ? { from: 0, to: state.doc.length } : { from, to }
  const text = state.sliceDoc(range.from, range.to)
  if (state.readOnly || text.trim() === '') return
  const insert = await sqlWorker.format(text)
  if (view.state.doc !== state.doc || insert === text) return
  view.dispatch({
    changes: { ...range, insert },
    selection: empty
      ? { anchor: Math.min(from, insert.length) }
      : { anchor: from, head: from + insert.length },
    userEvent: 'input.format',
    scrollIntoView: true,
  })
}
