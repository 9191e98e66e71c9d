import type { RefObject } from 'react'
import type { AssistedEditor, SqlEditorHandle } from './editor/SqlEditor.tsx'

/** What else reads and writes in the SQL editor besides the user. */
export interface Assistance {
  /** For who has something to put into the editor. */
  readonly editorRef: RefObject<SqlEditorHandle | null>
  /** Has lines of the editor written. */
  readonly onAssist: (editor: AssistedEditor) => void
  /** Has what is written explained in words; undefined where nobody would. */
  readonly onExplainCode: (() => void) | undefined
}
