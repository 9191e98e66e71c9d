import type { Change } from '@basalt/contract/ledger/ledger.schema.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { changeTitle, originLabels, outcomeLabels, reasonAgainstMigration } from './change-labels.rules.ts'

/** Changes as a table; those that can become a migration have a checkbox. */
export function ChangeTable({
  changes,
  openId,
  chosen,
  onOpen,
  onChoose,
}: {
  changes: readonly Change[]
  openId: string | undefined
  chosen: ReadonlySet<string>
  onOpen: (change: Change) => void
  /** Adds or removes changes. */
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}) {
  const choosable = changes
    .filter((change) => reasonAgainstMigration(change) === undefined)
    .map(({ id }) => id)
  const isAllChosen = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  const columns: TableColumn<Change>[] = [
    {
      key: 'choose',
      header: (
        <Checkbox
          aria-label="Choose all listed changes"
          checked={isAllChosen}
          indeterminate={!isAllChosen && choosable.some((id) => chosen.has(id))}
          disabled={choosable.length === 0}
          onCheckedChange={(isChosen) => onChoose(choosable, isChosen)}
        />
      ),
      width: '2.5rem',
      cell: (change) => {
        const reason = reasonAgainstMigration(change)
        return (
          <span title={reason} className="grid size-4">
            <Checkbox
              aria-label={`Choose ${changeTitle(change)}${reason ? `. ${reason}` : ''}`}
              checked={chosen.has(change.id)}
              disabled={reason !== undefined}
              onCheckedChange={(isChosen) => onChoose([change.id], isChosen)}
            />
          </span>
        )
      },
    },
    {
      key: 'sql',
      header: 'Change',
      cell: (change) => (
        <button
          type="button"
          onClick={() => onOpen(change)}
          className="block w-full max-w-56 truncate rounded-sm text-left font-mono text-xs hover:underline 2xl:max-w-[28vw] max-sm:max-w-[45vw]"
        >
          {changeTitle(change)}
        </button>
      ),
    },
    {
      key: 'who',
      header: 'Who',
      wideOnly: true,
      cell: ({ made_by }) => (
        <span className="block max-w-44 truncate" title={made_by}>
          {made_by}
        </span>
      ),
    },
    {
      key: 'origin',
      header: 'Origin',
      width: '7rem',
      wideOnly: true,
      cell: ({ origin }) => <span className="whitespace-nowrap">{originLabels[origin]}</span>,
    },
    {
      key: 'rows',
      header: 'Rows',
      align: 'end',
      width: '5rem',
      wideOnly: true,
      cell: ({ row_count }) => <span className="tabular-nums">{row_count?.toLocaleString('en') ?? '–'}</span>,
    },
    {
      key: 'when',
      header: 'When',
      width: '8rem',
      wideOnly: true,
      cell: ({ made_at }) => (
        <span className="whitespace-nowrap">
          <When time={made_at} />
        </span>
      ),
    },
    {
      key: 'result',
      header: 'Result',
      width: '7rem',
      cell: ({ outcome, migration }) =>
        migration === null ? (
          <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>
        ) : (
          <Badge>In a migration</Badge>
        ),
    },
  ]
  return (
    <Table
      label="Changes"
      columns={columns}
      rows={changes}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === openId || chosen.has(id)}
    />
  )
}
