import { lazyModule } from '../../../lib/lazy-module.ts'
import { urgently } from '../../../lib/when-idle.ts'

/** The SQL editor, which is most of the code of its page. */
export const sqlEditorModule = lazyModule(async () => (await import('./editor/SqlEditor.tsx')).SqlEditor)

/** Starts loading the editor's code, before the page is there. */
export const preloadSqlEditor = (): void => urgently(sqlEditorModule.load())
