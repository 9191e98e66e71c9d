import type { TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PROTECTED_REASON } from '../entities/entities.rules.ts'
import { ColumnSheet } from './ColumnSheet.tsx'
import { DropDialog } from './DropDialog.tsx'
import { DuplicateSheet } from './DuplicateSheet.tsx'
import { LoadingSheet } from './LoadingSheet.tsx'
import type { TablePanel } from './panel-url.port.ts'
import { RefusingSheet } from './RefusingSheet.tsx'
import { TableSheet } from './TableSheet.tsx'
import { tableQueries } from './tables.queries.ts'

export interface TablePanelsProps {
  projectRef: string
  panel: TablePanel
  /** For a new table. */
  schema: string
  /** The oid of the table that the panel is about; undefined for a new one. */
  tableId: number | undefined
  column: string | undefined
  /** Why the member cannot change tables. */
  refusal: string | undefined
  /** Called with the table that was created. */
  onCreated: (id: number, schema: string) => void
  /** Called with the table that was dropped. */
  onDropped: (id: number) => void
  onClose: () => void
}

const titles: Record<TablePanel, string> = {
  new: 'New table',
  edit: 'Edit table',
  duplicate: 'Duplicate table',
  delete: 'Delete table',
  column: 'Column',
  'delete-column': 'Delete column',
}

/** The panel that the URL names. */
export function TablePanels(props: TablePanelsProps) {
  const { projectRef, panel, schema, tableId, refusal, onCreated, onClose } = props
  if (panel === 'new')
    return (
      <TableSheet
        projectRef={projectRef}
        schema={schema}
        definition={undefined}
        refusal={isProtectedSchema(schema) ? PROTECTED_REASON : refusal}
        onSaved={onCreated}
        onClose={onClose}
      />
    )
  if (tableId === undefined)
    return (
      <RefusingSheet title={titles[panel]} onClose={onClose}>
        Open a table first.
      </RefusingSheet>
    )
  return (
    <WithDefinition {...props} tableId={tableId}>
      {(definition, why) => <PanelOf {...props} definition={definition} refusal={why} />}
    </WithDefinition>
  )
}

function WithDefinition({
  projectRef: ref,
  panel,
  tableId,
  refusal,
  onClose,
  children,
}: Omit<TablePanelsProps, 'tableId'> & {
  tableId: number
  children: (definition: TableDefinition, refusal: string | undefined) => ReactNode
}) {
  const query = useQuery(tableQueries.definition(ref, tableId))
  const { data } = query
  if (!data)
    return (
      <LoadingSheet
        title={titles[panel]}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
        onClose={onClose}
      />
    )
  return children(
    data,
    isProtectedSchema(data.table.schema)
      ? PROTECTED_REASON
      : (refusal ?? (data.is_owned ? undefined : 'Only the role that owns it can change it.')),
  )
}

function PanelOf({
  projectRef,
  panel,
  column,
  definition,
  refusal,
  onCreated,
  onDropped,
  onClose,
}: TablePanelsProps & { definition: TableDefinition }) {
  const common = { projectRef, definition, refusal, onClose }
  const isTable = definition.kind === 'r' || definition.kind === 'p'
  if (panel === 'delete')
    return <DropDialog {...common} column={undefined} onDropped={() => onDropped(definition.id)} />
  if (panel === 'delete-column' && column !== undefined)
    return <DropDialog {...common} column={column} onDropped={onClose} />
  if (!isTable)
    return (
      <RefusingSheet title={titles[panel]} onClose={onClose}>
        {definition.table.name} is not a table. Change it with SQL in the SQL editor.
      </RefusingSheet>
    )
  // The form begins with the table as it was when the panel was opened.
  if (panel === 'edit') return <TableSheet {...common} schema={definition.table.schema} onSaved={onClose} />
  if (panel === 'duplicate') return <DuplicateSheet {...common} onSaved={onCreated} />
  return <ColumnSheet {...common} column={column} onSaved={onClose} />
}
