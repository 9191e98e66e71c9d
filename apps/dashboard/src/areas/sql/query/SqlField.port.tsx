import { useMemo, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import type { SqlEditorHandle } from './editor/SqlEditor.tsx'
import { LazySqlEditor } from './LazySqlEditor.tsx'
import { useCatalogue } from './use-catalogue.ts'

const nothing = () => undefined

/** The SQL editor as a field of a form, with its colours, brackets and search. */
export function SqlField({
  projectRef,
  label,
  hint,
  text,
  onTextChange,
  onRun = nothing,
  errorAt,
  isReadOnly = false,
  isScript = false,
  className,
}: {
  /** The project whose names are suggested; none are when it is left out. */
  projectRef?: string
  /** For screen readers. */
  label: string
  hint?: string
  text: string
  onTextChange: (text: string) => void
  /** Mod+Enter. */
  onRun?: () => void
  /** The UTF-16 index of what is wrong, marked while the text is the same. */
  errorAt?: number | null | undefined
  isReadOnly?: boolean
  /** Whether the text is a script of statements, in which syntax errors are underlined. An expression is none. */
  isScript?: boolean
  /** Its height. */
  className: string
}) {
  const editor = useRef<SqlEditorHandle>(null)
  const [initialText] = useState(text)
  /** What the editor has. */
  const [shown, setShown] = useState(text)
  const [replacement, setReplacement] = useState<{ text: string }>()
  // A text from elsewhere: a template, or a form that starts over.
  if (text !== shown) {
    setShown(text)
    setReplacement({ text })
  }
  const isNamed = projectRef !== undefined
  const catalogue = useCatalogue(projectRef ?? '', isNamed)
  // The same object until it is another mistake, so that it is not scrolled to again.
  const errorLocation = useMemo(
    () =>
      errorAt === null || errorAt === undefined
        ? undefined
        : { source: { sql: text, from: 0 }, at: errorAt, statement: undefined },
    [text, errorAt],
  )
  return (
    <div className={cx('overflow-hidden rounded-md border border-control bg-field', className)}>
      <LazySqlEditor
        ref={editor}
        label={label}
        hint={hint}
        initialText={initialText}
        replacement={replacement}
        isReadOnly={isReadOnly}
        onTextChange={(read) => {
          const typed = read()
          setShown(typed)
          onTextChange(typed)
        }}
        onStatusChange={nothing}
        onRun={onRun}
        onRunStatement={nothing}
        onFormat={() => void editor.current?.format().catch(nothing)}
        catalogue={catalogue}
        isCompleting={isNamed}
        isScript={isScript}
        errorLocation={errorLocation}
      />
    </div>
  )
}
