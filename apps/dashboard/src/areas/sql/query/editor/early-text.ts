import type { EditorView } from '@codemirror/view'
import { fromElsewhere } from './from-elsewhere.ts'

/** What only the loaded editor can do. */
export type EditorCommand = 'assist' | 'format'

/** What was written in the plain field that stood there before the editor was loaded. Positions are UTF-16 indexes. */
export interface EarlyText {
  readonly text: string
  readonly anchor: number
  readonly head: number
  readonly hasFocus: boolean
  /** The last text from elsewhere that it showed. */
  readonly shown: { readonly text: string } | undefined
  /** The command that waits for the editor, if one was given. */
  readonly wanted?: EditorCommand | undefined
}

/** Continues where the user was writing. Undo returns to the text before. */
export function takeOverEarly(view: EditorView, { text, anchor, head, hasFocus }: EarlyText) {
  const { doc } = view.state
  const isChanged = doc.toString() !== text
  if (isChanged || hasFocus)
    view.dispatch({
      // The field has told of each key, and of nothing that was written elsewhere.
      annotations: fromElsewhere.of(true),
      ...(isChanged && { changes: { from: 0, to: doc.length, insert: text } }),
      selection: { anchor, head },
    })
  if (hasFocus) view.focus()
}
