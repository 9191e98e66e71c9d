import { useRef } from 'react'
import type { SqlEditorHandle } from './editor/SqlEditor.tsx'
import { LazySqlEditor } from './LazySqlEditor.tsx'

const nothing = () => undefined

/** SQL to read, in the SQL editor's colours, with its search. Fills its container. */
export function SqlView({ sql }: { sql: string }) {
  const editor = useRef<SqlEditorHandle>(null)
  return (
    <LazySqlEditor
      // The editor keeps the text that it starts with.
      key={sql}
      ref={editor}
      initialText={sql}
      isReadOnly
      onTextChange={nothing}
      onStatusChange={nothing}
      onRun={nothing}
      onRunStatement={nothing}
      onFormat={nothing}
      catalogue={undefined}
      isCompleting={false}
      errorLocation={undefined}
    />
  )
}
