import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'

const ImportDialog = lazyLayer(
  () => import('./imports/ImportDialog.tsx').then((module) => module.ImportDialog),
  ({ open }) => open,
)

/** Creates a table from a file, and opens it. */
export function NewTableFromFile({
  projectRef: ref,
  schema,
  refusal,
}: {
  projectRef: string
  schema: string
  refusal: string | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <IconButton
        size="sm"
        icon={FileUp}
        label="Create a table from a file"
        className="size-6"
        onClick={() => setOpen(true)}
        {...(refusal !== undefined && { reason: refusal })}
      />
      <ImportDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        projectRef={ref}
        into={{ schema }}
        onOpenTable={({ id, schema: of }) =>
          void navigate({
            to: '/project/$ref/editor/$tableId',
            params: { ref, tableId: String(id) },
            search: { schema: of },
          })
        }
      />
    </>
  )
}
