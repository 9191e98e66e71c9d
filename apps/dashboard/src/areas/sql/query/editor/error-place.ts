import { RangeSet, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** UTF-16 indexes into the document. */
export interface MarkedPlace {
  readonly at: number | undefined
  readonly statement: { readonly from: number; readonly to: number } | undefined
}

interface Marks {
  readonly text: DecorationSet
  readonly gutter: RangeSet<GutterMarker>
}

/** A statement may have millions of lines; no screen shows more than this. */
const MARKED_LINES_MAX = 2_000

const noMarks: Marks = { text: Decoration.none, gutter: RangeSet.empty }
const setPlace = StateEffect.define<MarkedPlace | undefined>()
const line = Decoration.line({ class: 'cm-error-line' })
/** A word, something in quotes, or one sign. */
const TOKEN = /^(?:[\p{L}\p{N}_$]+|"[^"]*"|'[^']*'|.)/u
const place = Decoration.mark({ class: 'cm-error-place' })

const failedLine = new (class extends GutterMarker {
  override elementClass = 'cm-failed-statement'
})()

/** Marks where a run failed. Any change of the text removes the marks: they belong to the text that was run. */
export const errorPlace = StateField.define<Marks>({
  create: () => noMarks,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setPlace)) continue
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
  return Decoration.set([line.range(from), ...(word ? [place.range(at, at + word.length)] : [])])
}

function gutterMarks(doc: Text, { from, to }: { from: number; to: number }): RangeSet<GutterMarker> {
  const first = doc.lineAt(Math.min(from, doc.length)).number
  const last = Math.min(doc.lineAt(Math.min(to, doc.length)).number, first + MARKED_LINES_MAX)
  return RangeSet.of(
    Array.from({ length: last - first + 1 }, (_, index) => failedLine.range(doc.line(first + index).from)),
  )
}

/** Marks a place and brings it into view. */
export function showErrorPlace(view: EditorView, marked: MarkedPlace): void {
  const target = marked.at ?? marked.statement?.from ?? 0
  view.dispatch({
    effects: [
      setPlace.of(marked),
      EditorView.scrollIntoView(Math.min(target, view.state.doc.length), { y: 'nearest', yMargin: 40 }),
    ],
  })
}

export const clearErrorPlace = (view: EditorView): void => view.dispatch({ effects: setPlace.of(undefined) })
