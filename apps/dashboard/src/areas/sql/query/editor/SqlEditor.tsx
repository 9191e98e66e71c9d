import { statementAt } from '@basalt/sql/statement-at.ts'
import { closeCompletion } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { QuerySource } from '../run/query-source.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { type EarlyText, takeOverEarly } from './early-text.ts'
import { editorMemory, historyOf, rememberEditor } from './editor-memory.ts'
import { clearErrorPlace, type MarkedPlace, showErrorPlace } from './error-place.ts'
import { formatSelection } from './format-selection.ts'
import { fromElsewhere } from './from-elsewhere.ts'
import { sqlEditorLook, sqlEditorSetup } from './sql-editor-setup.ts'

/** What the page around the editor needs to know at every key; it hears only of changes. */
export interface SqlEditorStatus {
  readonly isBlank: boolean
  readonly hasSelection: boolean
}

/** What somebody needs who writes in the editor's place: the editor, and what makes another one look like it. */
export interface AssistedEditor {
  readonly view: EditorView
  readonly look: Extension
}

/** What the page asks of the editor. */
export interface SqlEditorHandle {
  /** The selection if there is one, otherwise the whole text. */
  textToRun: () => QuerySource
  /** Undefined when nothing is written. */
  statementAtCursor: () => QuerySource | undefined
  focus: () => void
  replaceText: (text: string) => void
  text: () => string
  /** Puts a text behind what is written, after a blank line, as one step that can be undone. */
  append: (text: string) => void
  /** Has the lines of the selection written, where something can. */
  assist: () => void
  /** Rejects for SQL that cannot be laid out. */
  format: () => Promise<void>
}

export interface SqlEditorProps {
  ref: Ref<SqlEditorHandle>
  initialText: string
  /** The name under which undo, cursor and scroll position are remembered while the editor is not shown. */
  memoryKey?: string | undefined
  /** A text from elsewhere that takes the place of what is shown; it can be undone. */
  replacement?: { readonly text: string } | undefined
  isReadOnly?: boolean | undefined
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean | undefined
  onTextChange: (text: () => string) => void
  onStatusChange: (status: SqlEditorStatus) => void
  onRun: () => void
  onRunStatement: () => void
  onFormat: () => void
  /** Undefined when only the user writes. */
  onAssist?: ((editor: AssistedEditor) => void) | undefined
  catalogue: CatalogueIndex | undefined
  isCompleting: boolean
  /** What was written before the editor was there. */
  early?: RefObject<EarlyText | undefined>
  /** Where the last run failed, as long as the text is still the one that was run. */
  errorPlace: ({ source: QuerySource } & MarkedPlace) | undefined
}

/** CodeMirror for PostgreSQL's SQL. The document lives in the editor; React is told, and asks when it runs. */
export function SqlEditor({ ref, errorPlace, replacement, early, ...props }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const shown = useRef(replacement)
  // Before the browser gets to the next key: until now it was typed into a plain field.
  useLayoutEffect(() => {
    const view = createEditor(host.current!, () => latest.current)
    editor.current = view
    if (early?.current) {
      takeOverEarly(view, early.current)
      // A text that comes in the same commit is still to be shown, below.
      shown.current = early.current.shown
    } else if (latest.current.takesFocus) view.focus()
    return () => {
      const { memoryKey } = latest.current
      if (memoryKey !== undefined) rememberEditor(memoryKey, view)
      view.destroy()
    }
  }, [early])

  useEffect(() => {
    const wanted = early?.current?.wanted
    if (!wanted) return
    early.current = { ...early.current!, wanted: undefined }
    if (wanted === 'format') latest.current.onFormat()
    else latest.current.onAssist?.(assisted(editor.current!))
  }, [early])

  // Before the next key, as above.
  useLayoutEffect(() => {
    if (replacement === undefined || replacement === shown.current) return
    shown.current = replacement
    const view = editor.current!
    const changes = { from: 0, to: view.state.doc.length, insert: replacement.text }
    view.dispatch({ changes, annotations: fromElsewhere.of(true) })
  }, [replacement])

  useEffect(() => {
    const view = editor.current!
    clearErrorPlace(view)
    if (!errorPlace) return
    const { source } = errorPlace
    if (view.state.sliceDoc(source.from, source.from + source.sql.length) === source.sql)
      showErrorPlace(view, errorPlace)
  }, [errorPlace])

  useImperativeHandle(ref, () => ({
    textToRun: () => {
      // Also when a button runs it: open completions would cover the result.
      closeCompletion(editor.current!)
      return sourceOf(editor.current!.state)
    },
    statementAtCursor: () => {
      closeCompletion(editor.current!)
      return statementAtCursor(editor.current!.state)
    },
    focus: () => editor.current!.focus(),
    assist: () => latest.current.onAssist?.(assisted(editor.current!)),
    format: () => formatSelection(editor.current!),
    text: () => editor.current!.state.doc.toString(),
    append: (text) => appendTo(editor.current!, text),
    replaceText: (text) => {
      const view = editor.current!
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      view.dispatch({ selection: { anchor: view.state.doc.length } })
      view.focus()
    },
  }))

  return <div ref={host} className="relative h-full min-h-0" />
}

function appendTo(view: EditorView, text: string) {
  const { doc } = view.state
  const end = doc.toString().trimEnd().length
  const insert = end === 0 ? text : `\n\n${text}`
  view.dispatch({
    changes: { from: end, to: doc.length, insert },
    selection: { anchor: end + insert.length },
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  })
  view.focus()
}

/** As KeyboardKey spells it, in a hint that can hold nothing but text. */
const ASSIST_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

const assisted = (view: EditorView): AssistedEditor => ({ view, look: sqlEditorLook() })

function createEditor(
  parent: HTMLElement,
  latest: () => Omit<SqlEditorProps, 'ref' | 'errorPlace' | 'replacement' | 'early'>,
) {
  const { initialText, memoryKey, isReadOnly = false, onAssist } = latest()
  const memory = memoryKey === undefined ? undefined : editorMemory(memoryKey, initialText)
  let status: SqlEditorStatus | undefined
  const tellStatus = (state: EditorState) => {
    const next = { isBlank: isBlank(state.doc), hasSelection: selectedText(state) !== undefined }
    if (status?.isBlank === next.isBlank && status.hasSelection === next.hasSelection) return
    status = next
    latest().onStatusChange(next)
  }
  const view = new EditorView({
    parent,
    doc: memory?.doc ?? initialText,
    ...(memory && { selection: memory.selection }),
    extensions: [
      memory ? historyOf(memory) : [],
      EditorState.readOnly.of(isReadOnly),
      sqlEditorSetup({
        label: 'SQL',
        hint: onAssist
          ? `Write SQL, or press ${ASSIST_KEY} to have it written`
          : 'Write SQL, such as select now()',
        onRun: () => latest().onRun(),
        onRunStatement: () => latest().onRunStatement(),
        onFormat: () => latest().onFormat(),
        onAssist: onAssist && ((view) => latest().onAssist?.(assisted(view))),
        catalogue: () => latest().catalogue,
        isCompleting: () => latest().isCompleting,
      }),
      EditorView.updateListener.of(({ state, docChanged, selectionSet, transactions }) => {
        const isTyped = transactions.some((one) => one.docChanged && !one.annotation(fromElsewhere))
        if (docChanged && isTyped) latest().onTextChange(() => state.doc.toString())
        if (docChanged || selectionSet) tellStatus(state)
      }),
    ],
  })
  tellStatus(view.state)
  if (memory) view.scrollDOM.scrollTop = memory.scrollTop
  return view
}

function sourceOf(state: EditorState): QuerySource {
  const selected = selectedText(state)
  return selected ?? { sql: state.doc.toString(), from: 0 }
}

function statementAtCursor(state: EditorState): QuerySource | undefined {
  const statement = statementAt(state.doc.toString(), state.selection.main.head)
  return statement && { sql: statement.text, from: statement.start }
}

/** The main selection, unless it holds nothing but space. */
function selectedText(state: EditorState): QuerySource | undefined {
  const { from, to, empty } = state.selection.main
  if (empty) return undefined
  const sql = state.sliceDoc(from, to)
  return sql.trim() === '' ? undefined : { sql, from }
}

/** Looks line by line, because a text of megabytes is rarely blank in its first line. */
function isBlank(doc: Text): boolean {
  for (const line of doc.iterLines()) if (line.trim() !== '') return false
  return true
}
