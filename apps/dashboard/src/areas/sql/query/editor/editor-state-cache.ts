import { historyField } from '@codemirror/commands'
import type { EditorSelection, EditorState, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Documents whose editor state is cached; the least recently left is evicted first. */
const CACHED_MAX = 40

interface CachedState {
  doc: Text
  selection: EditorSelection
  history: unknown
  scrollTop: number
}

const cache = new Map<string, CachedState>()

/** Caches undo history, cursor and scroll position of an editor, for the next time its document is opened. */
export function cacheEditorState(key: string, view: EditorView): void {
  const { state, scrollDOM } = view
  cache.delete(key)
  cache.set(key, {
    doc: state.doc,
    selection: state.selection,
    history: state.field(historyField, false),
    scrollTop: scrollDOM.scrollTop,
  })
  const [oldest] = cache.keys()
  if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
}

/** Undefined when the text has changed since: cursor and undo history would not fit it. */
export function cachedEditorState(key: string, text: string): CachedState | undefined {
  const cached = cache.get(key)
  return cached && cached.doc.length === text.length && cached.doc.toString() === text ? cached : undefined
}

/** An extension that restores the undo history in a new editor state. */
export const restoredHistory = ({ history }: CachedState) =>
  historyField.init(() => history as ReturnType<EditorState['field']>)
