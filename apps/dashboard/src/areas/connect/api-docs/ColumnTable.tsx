import type { ApiColumn, ApiRelation } from '@basalt/contract/api-docs/api-docs.schema.ts'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { columnNotes } from './doc-notes.rules.ts'

export function ColumnTable({ relation }: { relation: ApiRelation }) {
  const columns: TableColumn<ApiColumn>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '28%',
      cell: ({ name }) => <code className="wrap-anywhere text-xs">{name}</code>,
    },
    {
      key: 'type',
      header: 'Type',
      width: '28%',
      cell: ({ type }) => <code className="wrap-anywhere text-xs">{type}</code>,
    },
    {
      key: 'about',
      header: 'Description',
      cell: (column) => <Description column={column} relation={relation} />,
    },
  ]
  return (
    <Table
      label={`Columns of ${relation.name}`}
      columns={columns}
      rows={relation.columns}
      rowKey={({ name }) => name}
    />
  )
}

function Description({ column, relation }: { column: ApiColumn; relation: ApiRelation }) {
  const notes = columnNotes(column, relation)
  return (
    <div className="wrap-anywhere py-1.5">
      {column.about && <p>{column.about}</p>}
      {notes.length > 0 && <p className="text-ink-muted text-xs">{notes.join(' · ')}</p>}
    </div>
  )
}
