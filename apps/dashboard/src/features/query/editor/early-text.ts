import type { EditorView } from '@codemirror/view'

/** What was written in the plain field that stood there before the editor was loaded. Positions are UTF-16 indexes. */
export interface EarlyText {
  readonly text: string
  readonly anchor: number
  readonly head: number
  readonly hasFocus: boolean
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
