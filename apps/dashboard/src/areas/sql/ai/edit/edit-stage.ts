import { unifiedMergeView } from '@codemirror/merge'
import { Compartment, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { EditPlace } from './edit-place.ts'

interface Options {
  parent: HTMLElement
  /** The editor whose text it is about. It stays as it is. */
  view: EditorView
  look: Extension
  place: EditPlace
  /** What stands above the lines. */
  prompt: HTMLElement
}

/** Around what is to be seen. */
const MARGIN_PX = 12
/** Above whatever the difference shows at the same place. */
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

  /** It has fields and keys of its own. */
  override ignoreEvent() {
    return true
  }
}

/**
 * Shows the text of an editor a second time, over it and scrolled alike, with a prompt above some lines and with what
 * is proposed in their place. The text itself is not touched, so that nothing is saved that nobody has accepted.
 */
export function openEditStage({ parent, view, look, place, prompt }: Options) {
  const { state } = view
  const { doc } = state
  const difference = new Compartment()
  const lines = new Compartment()
  let shown: string | undefined
  let promptHeight = 0
  const stage = new EditorView({
    parent,
    doc,
    scrollTo: isInSight(view, place.from) ? view.scrollSnapshot() : centered(place.from),
    extensions: [
      look,
      EditorView.editable.of(false),
      // Fields within: to screen readers it is no text field itself.
      EditorView.contentAttributes.of({
        role: 'group',
        'aria-label': 'SQL with the proposed change',
        // A click on the text takes the focus, so that keys are still heard.
        tabindex: '-1',
      }),
      EditorView.decorations.of(
        Decoration.set(
          Decoration.widget({ widget: new PromptWidget(prompt), block: true, side: BEFORE_ALL }).range(
            place.from,
          ),
        ),
      ),
      lines.of(selectedLines(state, place)),
      difference.of([]),
      editStageTheme,
    ],
  })
  stage.contentDOM.removeAttribute('aria-multiline')
  return {
    /** Puts this in the place of the lines and shows how it differs, or with undefined the lines as they are. */
    propose(sql: string | undefined) {
      if (sql === shown) return
      const to = shown === undefined ? place.to : place.from + shown.length
      const insert = sql ?? doc.slice(place.from, place.to)
      const isTurn = (sql === undefined) !== (shown === undefined)
      shown = sql
      stage.dispatch({
        changes: { from: place.from, to, insert },
        effects: isTurn
          ? [
              difference.reconfigure(sql === undefined ? [] : differenceFrom(doc)),
              lines.reconfigure(sql === undefined ? selectedLines(state, place) : []),
            ]
          : [],
      })
    },
    /** What stands above the lines has another height: it and the first of them are to be seen. */
    reveal() {
      const height = prompt.offsetHeight
      // Scrolled out of sight, the prompt has no height; the user's scroll position is left alone.
      if (height === 0 || height === promptHeight) return
      promptHeight = height
      stage.requestMeasure()
      const yMargin = height + MARGIN_PX
      stage.dispatch({ effects: EditorView.scrollIntoView(place.from, { y: 'nearest', yMargin }) })
    },
    close: () => stage.destroy(),
  }
}

export type EditStage = ReturnType<typeof openEditStage>

const centered = (at: number) => EditorView.scrollIntoView(at, { y: 'center' })

function isInSight(view: EditorView, at: number): boolean {
  const { top, bottom } = view.lineBlockAt(at)
  const { scrollTop, clientHeight } = view.scrollDOM
  return bottom > scrollTop && top < scrollTop + clientHeight
}

/** Without a gutter, which would push the text aside. */
const differenceFrom = (original: EditorState['doc']) =>
  unifiedMergeView({ original, mergeControls: false, gutter: false })

const line = Decoration.line({ class: 'cm-ai-line' })
/** Lines that are marked: more are too many to be edited anyway. */
const MARKED = 5_000

function selectedLines({ doc }: EditorState, { from, to }: EditPlace): Extension {
  const first = doc.lineAt(from).number
  const count = Math.min(doc.lineAt(to).number - first + 1, MARKED)
  return EditorView.decorations.of(
    Decoration.set(Array.from({ length: count }, (_, index) => line.range(doc.line(first + index).from))),
  )
}

/** How lines that are spoken of and lines that are proposed look; colours are the page's own. */
const editStageTheme = EditorView.theme({
  // As high as what is in it: by its height the editor notices that the prompt has another one.
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
