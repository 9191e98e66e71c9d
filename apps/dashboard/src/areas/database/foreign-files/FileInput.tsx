import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'

/** Takes a file of delimited text. */
export function FileInput({
  file,
  isReading,
  onChoose,
}: {
  file: File | undefined
  isReading: boolean
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={FileUp} loading={isReading} onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <span className="wrap-anywhere min-w-0 text-ink-muted text-sm">
        {file?.name ?? 'CSV, TSV or other delimited text.'}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to read"
        accept=".csv,.tsv,.tab,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          if (chosen) onChoose(chosen)
          // The same file can be chosen again after it has changed.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
