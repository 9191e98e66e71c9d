import type { FileTable } from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { dropFileTableIn } from './foreign-files.queries.ts'

/** Asks before a table and its file go. */
export function DropFileTableDialog({
  projectRef,
  table: { id, schema, name },
  onClose,
}: {
  projectRef: string
  table: FileTable
  onClose: () => void
}) {
  const { mutateAsync } = useMutation(dropFileTableIn(projectRef))
  const [cascade, setCascade] = useState(false)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Drop the table ${schema}.${name}?`}
      confirmLabel="Drop table"
      onConfirm={() => mutateAsync({ id, cascade })}
    >
      <div className="flex flex-col gap-3">
        <p>Its file is deleted with it.</p>
        <Checkbox
          label="Drop views and others that use it as well"
          description="Otherwise PostgreSQL refuses to drop the table while there are any."
          checked={cascade}
          onCheckedChange={setCascade}
        />
      </div>
    </ConfirmDialog>
  )
}
