import type { FileTable } from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FileInput } from './FileInput.tsx'
import { replaceFileIn } from './foreign-files.queries.ts'

/** Has a table read another file, with the columns that it has. */
export function ReplaceFileDialog({
  projectRef,
  table: { id, schema, name },
  onClose,
}: {
  projectRef: string
  table: FileTable
  onClose: () => void
}) {
  const { mutate, isPending, error } = useMutation(replaceFileIn(projectRef))
  const [file, setFile] = useState<File>()
  const start = () =>
    file &&
    mutate(
      { id, file },
      {
        onSuccess: ({ rows }) => {
          toast({
            tone: 'success',
            title: `${schema}.${name} reads ${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`}`,
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Replace the file of ${schema}.${name}`}
      description="The new file needs the same columns in the same order. If a row does not fit, the table keeps its file."
    >
      <DialogBody>
        {error && (
          <Callout tone="critical" role="alert" title="The file was not replaced">
            {error.message}
          </Callout>
        )}
        <FileInput projectRef={projectRef} file={file} isReading={false} onChoose={setFile} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={isPending}
          onClick={start}
          {...(file === undefined && { reason: 'Choose a file' })}
        >
          Replace file
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
