import { type ComponentType, useRef } from 'react'
import { type LazyModule, useLazyModuleWhen } from '../../../lib/lazy-module.ts'
import { FallbackEditor } from './editor/FallbackEditor.tsx'
import type { FallbackState } from './editor/fallback-state.ts'
import type { SqlEditorProps } from './editor/SqlEditor.tsx'
import { sqlEditorModule } from './sql-editor-module.ts'

/**
 * An editor whose code loads after the page. Until then, or when loading fails, a plain field takes its place, in which
 * SQL can be edited and run.
 */
export function lazyEditor(module: LazyModule<ComponentType<SqlEditorProps>>) {
  return function LazyEditor(props: Omit<SqlEditorProps, 'fallbackState'>) {
    const fallbackState = useRef<FallbackState>(undefined)
    const { loaded: Editor, ...loading } = useLazyModuleWhen(module)
    return Editor ? (
      <Editor {...props} fallbackState={fallbackState} />
    ) : (
      <FallbackEditor {...props} fallbackState={fallbackState} loading={loading} />
    )
  }
}

/** The SQL editor; a plain field until its code is loaded. */
export const LazySqlEditor = lazyEditor(sqlEditorModule)
