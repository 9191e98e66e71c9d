import { FOREIGN_FILE_MAX } from '@basalt/contract/foreign-files/foreign-files.rules.ts'
import { FileUp, FolderOpen } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import type { StorageFilePicker } from '../../storage/storage/StorageFilePicker.port.tsx'

const { LazyPanel: Picker } = lazyPanel<ComponentProps<typeof StorageFilePicker>>(
  async () => (await import('../../storage/storage/StorageFilePicker.port.tsx')).StorageFilePicker,
  'the files of the storage',
)

/** Takes a file of delimited text, from the machine of the user or from the storage of the project. */
export function FileInput({
  projectRef,
  file,
  isReading,
  onChoose,
}: {
  projectRef: string
  file: File | undefined
  isReading: boolean
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={FileUp} loading={isReading} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <Button icon={FolderOpen} aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
          From storage
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
      {isPicking && (
        <Picker
          projectRef={projectRef}
          maxBytes={FOREIGN_FILE_MAX}
          onPick={(picked) => {
            setPicking(false)
            onChoose(picked)
          }}
        />
      )}
    </div>
  )
}
