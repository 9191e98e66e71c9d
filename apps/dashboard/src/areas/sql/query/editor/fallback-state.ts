import type { EditorView } from '@codemirror/view'
import { externalChange } from './external-change.ts'

/** Commands that only the loaded editor supports. */
export type EditorCommand = 'aiEdit' | 'format'

/** The state of the plain field when the editor replaces it. Positions are UTF-16 indexes. */
export interface FallbackState {
  readonly text: string
  readonly anchor: number
  readonly head: number
  readonly hasFocus: boolean
  /** The last replacement that the field displayed. */
  readonly applied: { readonly text: string } | undefined
  /** A command to run once the editor is loaded. */
  readonly pendingCommand?: EditorCommand | undefined
}

/** Restores text, selection and focus. Undo returns to the text before. */
export function restoreFallbackState(view: EditorView, { text, anchor, head, hasFocus }: FallbackState) {
  const { doc } = view.state
  const isChanged = doc.toString() !== text
  if (isChanged || hasFocus)
    view.dispatch({
      // The field has already reported what was typed.
      annotations: externalChange.of(true),
      ...(isChanged && { changes: { from: 0, to: doc.length, insert: text } }),
      selection: { anchor, head },
    })
  if (hasFocus) view.focus()
}
