import { useRef } from 'react'
import { cx } from '../../../lib/class-names.ts'
import type { SqlEditorHandle } from './editor/SqlEditor.tsx'
import { LazySqlEditor } from './LazySqlEditor.tsx'

const nothing = () => undefined

/** The SQL editor as a field of a form, with its colours, brackets and search. It has no names to complete. */
export function SqlField({
  label,
  hint,
  text,
  onTextChange,
  errorAt,
  isReadOnly = false,
  className,
}: {
  /** For screen readers. */
  label: string
  hint?: string
  text: string
  onTextChange: (text: string) => void
  /** The UTF-16 index of what is wrong, marked while the text is the same. */
  errorAt?: number | null | undefined
  isReadOnly?: boolean
  /** Its height. */
  className: string
}) {
  const editor = useRef<SqlEditorHandle>(null)
  const typed = useRef(text)
  const begun = useRef(text)
  const replacement = useRef<{ text: string }>(undefined)
  // A text that the editor does not have: a template, or a form that starts over.
  if (text !== typed.current) {
    typed.current = text
    replacement.current = { text }
  }
  return (
    <div className={cx('overflow-hidden rounded-md border border-control bg-field', className)}>
      <LazySqlEditor
        ref={editor}
        label={label}
        hint={hint}
        initialText={begun.current}
        replacement={replacement.current}
        isReadOnly={isReadOnly}
        onTextChange={(read) => {
          typed.current = read()
          onTextChange(typed.current)
        }}
        onStatusChange={nothing}
        onRun={nothing}
        onRunStatement={nothing}
        onFormat={() => void editor.current?.format().catch(nothing)}
        catalogue={undefined}
        isCompleting={false}
        errorLocation={
          errorAt === null || errorAt === undefined
            ? undefined
            : { source: { sql: text, from: 0 }, at: errorAt, statement: undefined }
        }
      />
    </div>
  )
}
