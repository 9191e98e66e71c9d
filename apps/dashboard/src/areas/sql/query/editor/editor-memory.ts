import { historyField } from '@codemirror/commands'
import type { EditorSelection, EditorState, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Documents whose editing is remembered; the one left longest ago is forgotten first. */
const REMEMBERED_MAX = 40

interface Memory {
  doc: Text
  selection: EditorSelection
  history: unknown
  scrollTop: number
}

const memories = new Map<string, Memory>()

/** What undo, cursor and scroll position were when an editor was left, for when its document is shown again. */
export function rememberEditor(key: string, view: EditorView): void {
  const { state, scrollDOM } = view
  memories.delete(key)
  memories.set(key, {
    doc: state.doc,
    selection: state.selection,
    history: state.field(historyField, false),
    scrollTop: scrollDOM.scrollTop,
  })
  const [oldest] = memories.keys()
  if (memories.size > REMEMBERED_MAX && oldest !== undefined) memories.delete(oldest)
}

/** Undefined when the text has changed meanwhile: cursor and undo then belong to another one. */
export function editorMemory(key: string, text: string): Memory | undefined {
  const memory = memories.get(key)
  return memory && memory.doc.length === text.length && memory.doc.toString() === text ? memory : undefined
}

/** For a new state: the history that continues. */
export const historyOf = ({ history }: Memory) =>
  historyField.init(() => history as ReturnType<EditorState['field']>)
