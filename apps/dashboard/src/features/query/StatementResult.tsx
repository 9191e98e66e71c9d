import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { GridCell } from '../../ui/ColumnarGrid.tsx'
import { DataGrid } from '../../ui/DataGrid.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CellSheet } from './CellSheet.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ResultFooter } from './ResultFooter.tsx'
import type { StatementOutcome } from './result-collector.ts'

/** What one statement brought, with its footer: a grid, or the word that there is none. */
export function StatementResult({
  outcome,
  interruption,
  limit,
  limitPicker,
  onExportAll,
}: {
  outcome: StatementOutcome
  interruption: string | undefined
  limit?: number | undefined
  limitPicker?: ReactNode
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <Content outcome={outcome} interruption={interruption} />
      </div>
      <ResultFooter
        outcome={outcome}
        interruption={interruption}
        limit={limit}
        limitPicker={limitPicker}
        onExportAll={onExportAll}
      />
    </div>
  )
}

function Content({ outcome, interruption }: { outcome: StatementOutcome; interruption: string | undefined }) {
  const { fields, rowCount, end, notices } = outcome
  if (fields && rowCount > 0) return <ResultGrid outcome={outcome} />
  if (end)
    return (
      <Message notices={notices.length > 0 && <NoticeList notices={notices} />}>
        <CircleCheck className="mt-0.5 size-4 text-success" aria-hidden />
        Success. No rows returned
      </Message>
    )
  return (
    <Message notices={notices.length > 0 && <NoticeList notices={notices} />}>
      {interruption ?? <Spinner label="Running" />}
    </Message>
  )
}

function Message({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto p-4">
      <p className="flex items-start gap-2 text-sm">{children}</p>
      {notices}
    </div>
  )
}

function ResultGrid({ outcome }: { outcome: StatementOutcome }) {
  const { fields = [], columns, rowCount } = outcome
  const [cell, setCell] = useState<GridCell>()
  const [isOpen, setOpen] = useState(false)
  const openCell = (opened: GridCell) => {
    setCell(opened)
    setOpen(true)
  }
  return (
    <>
      <DataGrid
        label="Query result"
        columns={fields}
        values={columns}
        rowCount={rowCount}
        onOpenCell={openCell}
      />
      {cell && (
        <CellSheet
          key={`${cell.row}/${cell.column}`}
          cell={cell}
          field={fields[cell.column]!}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
