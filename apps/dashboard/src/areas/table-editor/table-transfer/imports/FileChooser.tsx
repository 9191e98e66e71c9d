import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Field } from '../../../../ui/form/Field.tsx'

/** Takes a file by a click, by dropping it, or as pasted text. */
export function FileChooser({
  isReading,
  onChoose,
}: {
  isReading: boolean
  onChoose: (file: Blob, name: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState('')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file, file.name)
  }
  return (
    <div className="flex flex-col gap-4">
      <section
        aria-label="Drop a file"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center transition-colors',
          isOver ? 'border-brand bg-brand-subtle' : 'border-control',
        )}
      >
        <Button variant="primary" icon={FileUp} loading={isReading} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <p className="text-ink-muted text-sm">or drop it here: CSV, TSV, JSON or JSON lines, of any size.</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          accept=".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) onChoose(file, file.name)
            // The same file can be chosen again after it has changed.
            currentTarget.value = ''
          }}
        />
      </section>
      <Field label="Or paste rows" description="As copied from a spreadsheet, or the text of a file.">
        <TextArea mono rows={5} value={text} onValueChange={setText} />
      </Field>
      <div>
        <Button
          loading={isReading}
          onClick={() => onChoose(new Blob([text]), 'pasted')}
          {...(text.trim() === '' && { reason: 'Paste some rows first' })}
        >
          Use pasted rows
        </Button>
      </div>
    </div>
  )
}
