import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { actorName, outcomeLabels, placeLabel, timeText } from './audit-labels.rules.ts'

/** The log as a table; `onOpen` opens an entry's details. */
export function AuditTable({
  entries,
  openId,
  onOpen,
}: {
  entries: readonly AuditEntry[]
  openId: string | undefined
  onOpen: (entry: AuditEntry) => void
}) {
  const columns: TableColumn<AuditEntry>[] = [
    {
      key: 'at',
      header: 'Time',
      width: '11rem',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap text-ink-muted tabular-nums">
          {timeText(at)}
        </time>
      ),
    },
    {
      key: 'action',
      header: 'Action',
      cell: (entry) => (
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className="block max-w-72 truncate rounded-sm font-medium underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {entry.action.title}
        </button>
      ),
    },
    { key: 'place', header: 'Where', cell: (entry) => <Shortened text={placeLabel(entry) ?? '–'} /> },
    { key: 'actor', header: 'Who', cell: ({ actor }) => <Shortened text={actorName(actor)} /> },
    {
      key: 'result',
      header: 'Result',
      width: '7rem',
      cell: ({ result: { outcome } }) => (
        <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>
      ),
    },
  ]
  return (
    <Table
      label="Audit log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === openId}
    />
  )
}

const Shortened = ({ text }: { text: string }) => (
  <span className="block max-w-56 truncate" title={text}>
    {text}
  </span>
)
