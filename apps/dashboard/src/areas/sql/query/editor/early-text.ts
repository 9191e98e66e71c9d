import type { EditorView } from '@codemirror/view'

/** What only the loaded editor can do. */
export type EditorCommand = 'assist' | 'format'

/** What was written in the plain field that stood there before the editor was loaded. Positions are UTF-16 indexes. */
export interface EarlyText {
  readonly text: string
  readonly anchor: number
  readonly head: number
  readonly hasFocus: boolean
  /** The command that waits for the editor, if one was given. */
  readonly wanted?: EditorCommand | undefined
}

/** Continues where the user was writing. Undo returns to the text before. */
export function takeOverEarly(view: EditorView, { text, anchor, head, hasFocus }: EarlyText) {
  const { doc } = view.state
  const isChanged = doc.toString() !== text
  if (isChanged || hasFocus)
    view.dispatch({
      ...(isChanged && { changes: { from: 0, to: doc.length, insert: text } }),
      selection: { anchor, head },
    })
  if (hasFocus) view.focus()
}
