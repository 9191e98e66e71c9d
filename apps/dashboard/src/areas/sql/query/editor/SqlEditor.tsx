import { statementAt } from '@basalt/sql/statement-at.ts'
import { closeCompletion } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { QuerySource } from '../run/query-source.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { cachedEditorState, cacheEditorState, restoredHistory } from './editor-state-cache.ts'
import { clearErrorMarks, type MarkedError, showErrorMarks } from './error-marks.ts'
import { externalChange } from './external-change.ts'
import { type FallbackState, restoreFallbackState } from './fallback-state.ts'
import { formatSelection } from './format-selection.ts'
import { returnFocus } from './return-focus.ts'
import { sqlEditorAppearance, sqlEditorSetup } from './sql-editor-setup.ts'

/** State of the editor that the page displays, reported only when it changes. */
export interface SqlEditorStatus {
  readonly isBlank: boolean
  readonly hasSelection: boolean
}

/** The editor that AI edits, and the extension that gives another editor the same appearance. */
export interface AiEditTarget {
  readonly view: EditorView
  readonly appearance: Extension
}

/** Commands of the editor for the page. */
export interface SqlEditorHandle {
  /** The selection if there is one, otherwise the whole text. */
  textToRun: () => QuerySource
  /** Undefined when the text is blank. */
  statementAtCursor: () => QuerySource | undefined
  focus: () => void
  replaceText: (text: string) => void
  text: () => string
  /** Appends a text after a blank line, in a single undo step. */
  append: (text: string) => void
  /** Opens the AI prompt for the selected lines, if AI is available. */
  editWithAi: () => void
  /** Rejects for SQL that cannot be formatted. */
  format: () => Promise<void>
}

export interface SqlEditorProps {
  ref: Ref<SqlEditorHandle>
  /** The editor's name for screen readers; `SQL` by default. */
  label?: string | undefined
  /** Shown while it is empty. */
  hint?: string | undefined
  initialText: string
  /** The key under which undo history, cursor and scroll position are kept while the editor is not mounted. */
  cacheKey?: string | undefined
  /** A text from elsewhere that replaces the displayed one; it can be undone. */
  replacement?: { readonly text: string } | undefined
  isReadOnly?: boolean | undefined
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean | undefined
  onTextChange: (text: () => string) => void
  onStatusChange: (status: SqlEditorStatus) => void
  onRun: () => void
  onRunStatement: () => void
  onFormat: () => void
  /** Undefined when AI editing is not possible. */
  onAiEdit?: ((editor: AiEditTarget) => void) | undefined
  catalogue: CatalogueIndex | undefined
  isCompleting: boolean
  /** Whether the text is a script, in which syntax errors are underlined; true by default. */
  isScript?: boolean | undefined
  /** The state of the plain field that was displayed before the editor was loaded. */
  fallbackState?: RefObject<FallbackState | undefined>
  /** Where the last run failed; marked only while the text is unchanged. */
  errorLocation: ({ source: QuerySource } & MarkedError) | undefined
}

/**
 * CodeMirror for PostgreSQL's SQL. The document lives in the editor; React is notified of changes and reads it to run.
 */
export function SqlEditor({ ref, errorLocation, replacement, fallbackState, ...props }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const applied = useRef(replacement)
  const hadFocus = useRef(false)
  // Before the next key, because until now keys went into the plain field.
  useLayoutEffect(() => {
    const { current: shownAgain } = editor
    const view = shownAgain ?? createEditor(host.current!, () => latest.current)
    editor.current = view
    if (shownAgain) {
      if (hadFocus.current) returnFocus(view)
    } else if (fallbackState?.current) {
      restoreFallbackState(view, fallbackState.current)
      // A replacement that arrives in the same commit is applied below.
      applied.current = fallbackState.current.applied
    } else if (latest.current.takesFocus) view.focus()
    return () => {
      hadFocus.current = view.hasFocus
      const { cacheKey } = latest.current
      if (cacheKey !== undefined) cacheEditorState(cacheKey, view)
    }
  }, [fallbackState])

  // Not in the cleanup above: React also runs that one when it only hides the editor, as the router does while a page
  // loads, and shows it again when the user returns. A new editor would then display the text from before the edits.
  useEffect(
    () => () => {
      editor.current?.destroy()
      editor.current = undefined
    },
    [],
  )

  useEffect(() => {
    const command = fallbackState?.current?.pendingCommand
    if (!command) return
    fallbackState.current = { ...fallbackState.current!, pendingCommand: undefined }
    if (command === 'format') latest.current.onFormat()
    else latest.current.onAiEdit?.(aiEditTarget(editor.current!))
  }, [fallbackState])

  // Before the next key, as above.
  useLayoutEffect(() => {
    if (replacement === undefined || replacement === applied.current) return
    applied.current = replacement
    const view = editor.current!
    const changes = { from: 0, to: view.state.doc.length, insert: replacement.text }
    view.dispatch({ changes, annotations: externalChange.of(true) })
  }, [replacement])

  useEffect(() => {
    const view = editor.current!
    clearErrorMarks(view)
    if (!errorLocation) return
    const { source } = errorLocation
    if (view.state.sliceDoc(source.from, source.from + source.sql.length) === source.sql)
      showErrorMarks(view, errorLocation)
  }, [errorLocation])

  useImperativeHandle(ref, () => ({
    textToRun: () => {
      // An open completion list would cover the result.
      closeCompletion(editor.current!)
      return sourceOf(editor.current!.state)
    },
    statementAtCursor: () => {
      closeCompletion(editor.current!)
      return statementAtCursor(editor.current!.state)
    },
    focus: () => editor.current!.focus(),
    editWithAi: () => latest.current.onAiEdit?.(aiEditTarget(editor.current!)),
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

/** Spelled as KeyboardKey does; the hint is plain text. */
const AI_EDIT_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

const aiEditTarget = (view: EditorView): AiEditTarget => ({ view, appearance: sqlEditorAppearance() })

function createEditor(
  parent: HTMLElement,
  latest: () => Omit<SqlEditorProps, 'ref' | 'errorLocation' | 'replacement' | 'fallbackState'>,
) {
  const { initialText, cacheKey, isReadOnly = false, onAiEdit, label = 'SQL', hint } = latest()
  const cached = cacheKey === undefined ? undefined : cachedEditorState(cacheKey, initialText)
  let status: SqlEditorStatus | undefined
  const reportStatus = (state: EditorState) => {
    const next = { isBlank: isBlank(state.doc), hasSelection: selectedText(state) !== undefined }
    if (status?.isBlank === next.isBlank && status.hasSelection === next.hasSelection) return
    status = next
    latest().onStatusChange(next)
  }
  const view = new EditorView({
    parent,
    doc: cached?.doc ?? initialText,
    ...(cached && { selection: cached.selection }),
    extensions: [
      cached ? restoredHistory(cached) : [],
      EditorState.readOnly.of(isReadOnly),
      sqlEditorSetup({
        label,
        hint:
          hint ??
          (onAiEdit
            ? `Write SQL, or press ${AI_EDIT_KEY} to generate it`
            : 'Write SQL, such as select now()'),
        onRun: () => latest().onRun(),
        onRunStatement: () => latest().onRunStatement(),
        onFormat: () => latest().onFormat(),
        onAiEdit: onAiEdit && ((view) => latest().onAiEdit?.(aiEditTarget(view))),
        catalogue: () => latest().catalogue,
        isCompleting: () => latest().isCompleting,
        isScript: () => latest().isScript ?? true,
      }),
      EditorView.updateListener.of(({ state, docChanged, selectionSet, transactions }) => {
        const isTyped = transactions.some((one) => one.docChanged && !one.annotation(externalChange))
        if (docChanged && isTyped) latest().onTextChange(() => state.doc.toString())
        if (docChanged || selectionSet) reportStatus(state)
      }),
    ],
  })
  reportStatus(view.state)
  if (cached) view.scrollDOM.scrollTop = cached.scrollTop
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

/** The main selection; undefined when it is blank. */
function selectedText(state: EditorState): QuerySource | undefined {
  const { from, to, empty } = state.selection.main
  if (empty) return undefined
  const sql = state.sliceDoc(from, to)
  return sql.trim() === '' ? undefined : { sql, from }
}

/** Checks line by line, because a text of megabytes rarely starts with a blank line. */
function isBlank(doc: Text): boolean {
  for (const line of doc.iterLines()) if (line.trim() !== '') return false
  return true
}
