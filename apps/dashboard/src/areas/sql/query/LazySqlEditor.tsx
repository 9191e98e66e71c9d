import { lazy, Suspense, useRef } from 'react'
import { urgently } from '../../../lib/when-idle.ts'
import { EarlyEditor } from './editor/EarlyEditor.tsx'
import type { EarlyText } from './editor/early-text.ts'
import type { SqlEditorProps } from './editor/SqlEditor.tsx'

type Props = Omit<SqlEditorProps, 'early'>

const load = () => import('./editor/SqlEditor.tsx')
const SqlEditor = lazy(async () => ({ default: (await load()).SqlEditor }))

/** Begins to fetch the editor's code, which is most of the page's. */
export const preloadSqlEditor = (): void => urgently(load())

/** The page stands before the editor's code is there, with the text already in its place, to be written in. */
export function LazySqlEditor(props: Props) {
  const early = useRef<EarlyText>(undefined)
  return (
    <Suspense fallback={<EarlyEditor {...props} early={early} />}>
      <SqlEditor {...props} early={early} />
    </Suspense>
  )
}
