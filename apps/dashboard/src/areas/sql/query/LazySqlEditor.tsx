import { type ComponentType, useRef } from 'react'
import { lazyModule, useLazyModuleWhen } from '../../../lib/lazy-module.ts'
import { urgently } from '../../../lib/when-idle.ts'
import { FallbackEditor } from './editor/FallbackEditor.tsx'
import type { FallbackState } from './editor/fallback-state.ts'
import type { SqlEditorProps } from './editor/SqlEditor.tsx'

/**
 * An editor whose code loads after the page. Until then, or when loading fails, a plain field takes its place, in which
 * SQL can be edited and run. `prepare` preloads the code.
 */
export function lazyEditor(load: () => Promise<ComponentType<SqlEditorProps>>) {
  const part = lazyModule(load)

  function LazyEditor(props: Omit<SqlEditorProps, 'fallbackState'>) {
    const fallbackState = useRef<FallbackState>(undefined)
    const { loaded: Editor, ...loading } = useLazyModuleWhen(part)
    return Editor ? (
      <Editor {...props} fallbackState={fallbackState} />
    ) : (
      <FallbackEditor {...props} fallbackState={fallbackState} loading={loading} />
    )
  }
  return { LazyEditor, prepare: part.load }
}

const { LazyEditor, prepare } = lazyEditor(async () => (await import('./editor/SqlEditor.tsx')).SqlEditor)

/** The SQL editor; a plain field until its code is loaded. */
export const LazySqlEditor = LazyEditor

/** Starts loading the editor's code, which is most of the page's. */
export const preloadSqlEditor = (): void => urgently(prepare())
