import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { SqlRole } from '../../sql/role/sql-role.port.ts'

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
  as,
  database,
  importRefusal,
}: {
  projectRef: string
  entity: GridEntity
  filter: readonly string[]
  sort: readonly string[]
  /** The stored rows that are selected. */
  selected: readonly (readonly string[])[]
  /** The role that reads and writes; the member's own rights when undefined. */
  as: SqlRole | undefined
  /** The replica that exports are read from; the primary when undefined. */
  database: string | undefined
  importRefusal: string | undefined
}) {
  const [dialog, setDialog] = useState<'import' | 'export'>()
  const close = () => setDialog(undefined)
  const acting = as && {
    role: as.role,
    ...(as.user && { claims: claimsOf(as.user, new Date()) }),
  }
  return (
    <>
      <IconButton
        size="sm"
        icon={Upload}
        label="Import rows"
        onClick={() => setDialog('import')}
        {...(importRefusal !== undefined && { reason: importRefusal })}
      />
      <IconButton size="sm" icon={Download} label="Export rows" onClick={() => setDialog('export')} />
      <ExportDialog
        open={dialog === 'export'}
        onClose={close}
        projectRef={projectRef}
        table={entity}
        filter={filter}
        sort={sort}
        selected={selected}
        acting={{ ...acting, ...(database !== undefined && { database }) }}
      />
      <ImportDialog
        open={dialog === 'import'}
        onClose={close}
        projectRef={projectRef}
        into={{ entity }}
        acting={acting}
      />
    </>
  )
}
