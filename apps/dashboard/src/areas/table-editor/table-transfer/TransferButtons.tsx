import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'

const isOpened = ({ open }: { open: boolean }) => open
const ExportDialog = lazyLayer(
  () => import('./exports/ExportDialog.tsx').then((module) => module.ExportDialog),
  isOpened,
)
const ImportDialog = lazyLayer(
  () => import('./imports/ImportDialog.tsx').then((module) => module.ImportDialog),
  isOpened,
)

/** Import and export of a table, for the header of its grid. */
export function TransferButtons({
  projectRef,
  entity,
  filter,
  sort,
  selected,
  importRefusal,
}: {
  projectRef: string
  entity: GridEntity
  filter: readonly string[]
  sort: readonly string[]
  /** The stored rows that are selected. */
  selected: readonly (readonly string[])[]
  importRefusal: string | undefined
}) {
  const [dialog, setDialog] = useState<'import' | 'export'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Button
        size="sm"
        icon={Upload}
        onClick={() => setDialog('import')}
        {...(importRefusal !== undefined && { reason: importRefusal })}
      >
        Import
      </Button>
      <Button size="sm" icon={Download} onClick={() => setDialog('export')}>
        Export
      </Button>
      <ExportDialog
        open={dialog === 'export'}
        onClose={close}
        projectRef={projectRef}
        table={entity}
        filter={filter}
        sort={sort}
        selected={selected}
      />
      <ImportDialog open={dialog === 'import'} onClose={close} projectRef={projectRef} into={{ entity }} />
    </>
  )
}
