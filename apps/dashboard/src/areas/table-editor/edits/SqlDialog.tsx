import type { Edit } from '@basalt/table-rows/edits/edit.ts'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { TableKey } from '../rows/rows.queries.ts'
import { editQueries } from './edits.queries.ts'

/** The SQL of the staged changes. */
export function SqlDialog({
  table,
  edits,
  open,
  onClose,
}: {
  table: TableKey
  edits: readonly Edit[]
  open: boolean
  onClose: () => void
}) {
  const preview = useQuery({ ...editQueries.preview(table, edits), enabled: open && edits.length > 0 })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="SQL of the changes"
      description="All changes are saved in one transaction."
      size="lg"
      initialFocus="itself"
    >
      <DialogBody>
        {preview.isPending ? (
          <Spinner label="Loading the SQL" />
        ) : preview.isError ? (
          <ErrorPanel
            title="Failed to load the SQL"
            message={preview.error.message}
            retrying={preview.isFetching}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <CodeBlock code={preview.data.sql} label="SQL" wrap className="max-h-[60dvh] overflow-y-auto" />
        )}
      </DialogBody>
    </Dialog>
  )
}
