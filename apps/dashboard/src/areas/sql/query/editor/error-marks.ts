import { RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** An error to mark, as UTF-16 indexes into the document. */
export interface MarkedError {
  readonly at: number | undefined
  readonly statement: { readonly from: number; readonly to: number } | undefined
}

interface Marks {
  readonly text: DecorationSet
  readonly gutter: RangeSet<GutterMarker>
}

/** Highlighted gutter lines: a statement may have millions. */
const MARKED_LINES_MAX = 2_000

const noMarks: Marks = { text: Decoration.none, gutter: RangeSet.empty }
const setError = StateEffect.define<MarkedError | undefined>()
const line = Decoration.line({ class: 'cm-error-line' })
/** A word, a quoted token, or one character. */
const TOKEN = /^(?:[\p{L}\p{N}_$]+|"[^"]*"|'[^']*'|.)/u
const token = Decoration.mark({ class: 'cm-error-token' })

const failedLine = new (class extends GutterMarker {
  override elementClass = 'cm-failed-statement'
})()

/** Marks where a run failed. Any edit removes the marks, because they belong to the text that ran. */
export const errorMarks = StateField.define<Marks>({
  create: () => noMarks,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setError)) continue
      if (effect.value === undefined) return noMarks
      const { doc } = transaction.state
      const { at, statement } = effect.value
      return {
        text: at === undefined ? Decoration.none : textMarks(doc, Math.min(at, doc.length)),
        gutter: statement ? gutterMarks(doc, statement) : RangeSet.empty,
      }
    }
    return transaction.docChanged ? noMarks : marks
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ text }) => text),
    gutterLineClass.from(field, ({ gutter }) => gutter),
  ],
})

function textMarks(doc: Text, at: number): DecorationSet {
  const { from, to } = doc.lineAt(at)
  const word = TOKEN.exec(doc.sliceString(at, to))?.[0] ?? ''
  return Decoration.set([line.range(from), ...(word ? [token.range(at, at + word.length)] : [])])
}

function gutterMarks(doc: Text, { from, to }: { from: number; to: number }): RangeSet<GutterMarker> {
  const first = doc.lineAt(Math.min(from, doc.length)).number
  const last = Math.min(doc.lineAt(Math.min(to, doc.length)).number, first + MARKED_LINES_MAX)
  return RangeSet.of(
    Array.from({ length: last - first + 1 }, (_, index) => failedLine.range(doc.line(first + index).from)),
  )
}

/** Marks an error and scrolls it into view. */
export function showErrorMarks(view: EditorView, error: MarkedError): void {
  const target = error.at ?? error.statement?.from ?? 0
  view.dispatch({
    effects: [
      setError.of(error),
      EditorView.scrollIntoView(Math.min(target, view.state.doc.length), { y: 'nearest', yMargin: 40 }),
    ],
  })
}

export const clearErrorMarks = (view: EditorView): void => view.dispatch({ effects: setError.of(undefined) })
