import { lazy, Suspense } from 'react'
import { urgently } from '../../lib/when-idle.ts'
import type { SqlEditorProps } from './editor/SqlEditor.tsx'

const load = () => import('./editor/SqlEditor.tsx')
const SqlEditor = lazy(async () => ({ default: (await load()).SqlEditor }))

/** Begins to fetch the editor's code, which is most of the page's. */
export const preloadSqlEditor = (): void => urgently(load())

/** The page stands before the editor's code is there, with the text already in its place. */
export function LazySqlEditor(props: SqlEditorProps) {
  return (
    <Suspense
      fallback={
        <pre
          aria-hidden="true"
          className="h-full overflow-hidden whitespace-pre-wrap bg-field py-2 pl-14 text-ink-muted text-sm"
        >
          {props.initialText}
        </pre>
      }
    >
      <SqlEditor {...props} />
    </Suspense>
  )
}
