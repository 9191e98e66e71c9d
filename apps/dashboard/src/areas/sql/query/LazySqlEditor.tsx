import { urgently } from '../../../lib/when-idle.ts'
import { lateEditor } from './editor/late-editor.tsx'

const { LateEditor, prepare } = lateEditor(async () => (await import('./editor/SqlEditor.tsx')).SqlEditor)

/** The editor; until its code is there, a plain field stands in its place. */
export const LazySqlEditor = LateEditor

/** Begins to fetch the editor's code, which is most of the page's. */
export const preloadSqlEditor = (): void => urgently(prepare())
