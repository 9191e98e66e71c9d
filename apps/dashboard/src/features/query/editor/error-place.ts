import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setPlace = StateEffect.define<number | undefined>()
const line = Decoration.line({ class: 'cm-error-line' })
/** A word, something in quotes, or one sign. */
const TOKEN = /^(?:[\p{L}\p{N}_$]+|"[^"]*"|'[^']*'|.)/u
const place = Decoration.mark({ class: 'cm-error-place' })

/** Marks where PostgreSQL stumbled. Any change of the text takes the mark away: it belongs to the text that was run. */
export const errorPlace = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setPlace)) continue
      if (effect.value === undefined) return Decoration.none
      const { doc } = transaction.state
      const at = Math.min(effect.value, doc.length)
      const { from, to } = doc.lineAt(at)
      const word = TOKEN.exec(doc.sliceString(at, to))?.[0] ?? ''
      return Decoration.set([line.range(from), ...(word ? [place.range(at, at + word.length)] : [])])
    }
    return transaction.docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks the line of a UTF-16 index and brings it into view. */
export function showErrorPlace(view: EditorView, at: number): void {
  view.dispatch({
    effects: [
      setPlace.of(at),
      EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: 'center' }),
    ],
  })
}

export const clearErrorPlace = (view: EditorView): void => view.dispatch({ effects: setPlace.of(undefined) })
