import { unifiedMergeView } from '@codemirror/merge'
import { Compartment, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { LineRange } from './edit-range.ts'

interface Options {
  parent: HTMLElement
  /** The edited editor. Its text is not changed. */
  view: EditorView
  appearance: Extension
  range: LineRange
  /** Displayed above the lines. */
  prompt: HTMLElement
}

/** Around the lines when they are scrolled into view. */
const MARGIN_PX = 12
/** Above the diff's own widgets at the same position. */
const BEFORE_ALL = -100

class PromptWidget extends WidgetType {
  readonly #element: HTMLElement

  constructor(element: HTMLElement) {
    super()
    this.#element = element
  }

  override toDOM() {
    return this.#element
  }

  /** Its fields handle their own events. */
  override ignoreEvent() {
    return true
  }
}

/**
 * Shows a copy of an editor's text over it, at the same scroll position, with a prompt above some lines and a proposal
 * in their place. The text itself is not changed, so nothing is saved until the user accepts.
 */
export function openEditStage({ parent, view, appearance, range, prompt }: Options) {
  const { state } = view
  const { doc } = state
  const difference = new Compartment()
  const lines = new Compartment()
  let displayed: string | undefined
  let promptHeight = 0
  const stage = new EditorView({
    parent,
    doc,
    scrollTo: isInViewport(view, range.from) ? view.scrollSnapshot() : centered(range.from),
    extensions: [
      appearance,
      EditorView.editable.of(false),
      // It contains fields, so screen readers must not treat it as a text field.
      EditorView.contentAttributes.of({
        role: 'group',
        'aria-label': 'SQL with the proposed change',
        // A click on the text moves the focus here, so that shortcuts still work.
        tabindex: '-1',
      }),
      EditorView.decorations.of(
        Decoration.set(
          Decoration.widget({ widget: new PromptWidget(prompt), block: true, side: BEFORE_ALL }).range(
            range.from,
          ),
        ),
      ),
      lines.of(selectedLines(state, range)),
      difference.of([]),
      editStageTheme,
    ],
  })
  stage.contentDOM.removeAttribute('aria-multiline')
  return {
    /** Shows this SQL in place of the lines, with a diff; undefined shows the lines unchanged. */
    propose(sql: string | undefined) {
      if (sql === displayed) return
      const to = displayed === undefined ? range.to : range.from + displayed.length
      const insert = sql ?? doc.slice(range.from, range.to)
      const modeChanges = (sql === undefined) !== (displayed === undefined)
      displayed = sql
      stage.dispatch({
        changes: { from: range.from, to, insert },
        effects: modeChanges
          ? [
              difference.reconfigure(sql === undefined ? [] : differenceFrom(doc)),
              lines.reconfigure(sql === undefined ? selectedLines(state, range) : []),
            ]
          : [],
      })
    },
    /** Scrolls the prompt and the first line into view after the prompt's height has changed. */
    reveal() {
      const height = prompt.offsetHeight
      // Scrolled out of view, the prompt has no height; the user's scroll position is left alone.
      if (height === 0 || height === promptHeight) return
      promptHeight = height
      stage.requestMeasure()
      const yMargin = height + MARGIN_PX
      stage.dispatch({ effects: EditorView.scrollIntoView(range.from, { y: 'nearest', yMargin }) })
    },
    close: () => stage.destroy(),
  }
}

export type EditStage = ReturnType<typeof openEditStage>

const centered = (at: number) => EditorView.scrollIntoView(at, { y: 'center' })

function isInViewport(view: EditorView, at: number): boolean {
  const { top, bottom } = view.lineBlockAt(at)
  const { scrollTop, clientHeight } = view.scrollDOM
  return bottom > scrollTop && top < scrollTop + clientHeight
}

/** No gutter: it would shift the text. */
const differenceFrom = (original: EditorState['doc']) =>
  unifiedMergeView({ original, mergeControls: false, gutter: false })

const line = Decoration.line({ class: 'cm-ai-line' })
/** The most lines that are highlighted; more exceed what can be edited anyway. */
const HIGHLIGHTED_LINES_MAX = 5_000

function selectedLines({ doc }: EditorState, { from, to }: LineRange): Extension {
  const first = doc.lineAt(from).number
  const count = Math.min(doc.lineAt(to).number - first + 1, HIGHLIGHTED_LINES_MAX)
  return EditorView.decorations.of(
    Decoration.set(Array.from({ length: count }, (_, index) => line.range(doc.line(first + index).from))),
  )
}

/** Styles of selected and proposed lines, in the page's colours. */
const editStageTheme = EditorView.theme({
  // As high as its content: the editor notices a new prompt height by its own height.
  '.cm-content': { minHeight: '0' },
  '.cm-ai-prompt': { padding: '6px 12px', cursor: 'default' },
  '.cm-ai-line': { backgroundColor: 'var(--brand-subtle)', boxShadow: 'inset 2px 0 var(--brand)' },
  '&.cm-merge-b .cm-changedLine': {
    backgroundColor: 'var(--success-subtle)',
    boxShadow: 'inset 2px 0 var(--success)',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    backgroundColor: 'color-mix(in oklab, var(--success) 22%, transparent)',
  },
  '.cm-deletedChunk': {
    padding: '0',
    backgroundColor: 'var(--critical-subtle)',
    boxShadow: 'inset 2px 0 var(--critical)',
  },
  '.cm-deletedChunk .cm-deletedLine': { padding: '0 12px' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'none',
    backgroundColor: 'color-mix(in oklab, var(--critical) 22%, transparent)',
  },
})
