import type { TableExportFormat } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { TableExport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatAmount } from '../../../../lib/amount.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../../ui/dialog/dialog-hold.ts'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/form/Field.tsx'
import { entityQueries } from '../../entities/entities.queries.ts'
import { downloadExport, type ExportProgress } from './download-export.ts'
import { progressText } from './progress-text.ts'

const formats: { value: TableExportFormat; label: string; description: string }[] = [
  { value: 'csv', label: 'CSV', description: 'Exact values; NULL is empty' },
  { value: 'spreadsheet', label: 'CSV for spreadsheets', description: 'No value acts as a formula' },
  { value: 'json', label: 'JSON', description: 'An array of objects' },
  { value: 'jsonl', label: 'JSON lines', description: 'One object per line' },
  { value: 'sql', label: 'SQL', description: 'One INSERT per row' },
]

type Extent = 'all' | 'filtered' | 'selected'

/** What can be exported of a table. */
export interface ExportedTable {
  readonly id: number
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly generated: string | null }[]
}

/** Exports rows of a table or view as a file. */
export function ExportDialog({
  open,
  onClose,
  projectRef,
  table,
  filter = [],
  sort = [],
  selected = [],
  acting,
}: {
  open: boolean
  onClose: () => void
  projectRef: string
  table: ExportedTable
  /** As in the grid. */
  filter?: readonly string[]
  sort?: readonly string[]
  /** The rows that are selected, each as its page brought it. */
  selected?: readonly (readonly string[])[]
  /** The role that reads, and where; the member's own rights on the primary when left out. */
  acting?: Partial<Pick<TableExport, 'role' | 'claims' | 'database'>> | undefined
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Export ${table.name}`}
      description="Rows are read at one moment, however long the download takes."
    >
      <ExportForm
        projectRef={projectRef}
        table={table}
        filter={filter}
        sort={sort}
        selected={selected}
        acting={acting}
        onClose={onClose}
      />
    </Dialog>
  )
}

function ExportForm({
  projectRef,
  table,
  filter,
  sort,
  selected,
  acting,
  onClose,
}: {
  projectRef: string
  table: ExportedTable
  filter: readonly string[]
  sort: readonly string[]
  selected: readonly (readonly string[])[]
  acting: Partial<Pick<TableExport, 'role' | 'claims' | 'database'>> | undefined
  onClose: () => void
}) {
  const { columns } = table
  const [format, setFormat] = useState<TableExportFormat>('csv')
  const [extent, setExtent] = useState<Extent>(
    selected.length > 0 ? 'selected' : filter.length > 0 ? 'filtered' : 'all',
  )
  const client = useQueryClient()
  const [hasDefinition, setHasDefinition] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<ExportProgress>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  // Closing the dialog stops the download.
  useEffect(() => () => running.current?.abort(), [])
  const isRunning = progress !== undefined
  useHoldDialog(isRunning)
  const chosen = columns.filter(({ name }) => !left.has(name))
  const extents = [
    { value: 'all' as const, label: 'All rows' },
    ...(filter.length > 0 ? [{ value: 'filtered' as const, label: 'Rows that match the filter' }] : []),
    ...(selected.length > 0
      ? [{ value: 'selected' as const, label: `Selected rows (${formatAmount('count', selected.length)})` }]
      : []),
  ]

  const start = async () => {
    const stop = new AbortController()
    running.current = stop
    setFailure(undefined)
    setProgress({ rows: 0, bytes: 0 })
    try {
      const definition =
        format === 'sql' && hasDefinition
          ? await client.fetchQuery({ ...entityQueries.definition(projectRef, table.id), staleTime: 0 })
          : undefined
      const { rows, bytes } = await downloadExport(
        {
          ref: projectRef,
          table,
          ...(definition && { head: `${definition.sql.trimEnd()}\n\n` }),
          request: {
            ...acting,
            format,
            columns: chosen.map(({ name }) => name),
            filter: extent === 'filtered' ? [...filter] : [],
            sort: [...sort],
            ...(extent === 'selected' && { rows: selected.map((row) => [...row]) }),
          },
        },
        setProgress,
        stop.signal,
      )
      toast({ tone: 'success', title: `Exported ${table.name}`, description: progressText({ rows, bytes }) })
      onClose()
    } catch (error) {
      setProgress(undefined)
      if (!stop.signal.aborted) setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  if (isRunning)
    return (
      <>
        <DialogBody>
          <ProgressBar label="Downloading rows" value={null} valueText={progressText(progress)} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => running.current?.abort()}>Stop</Button>
        </DialogFooter>
      </>
    )
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-4">
          {failure !== undefined && (
            <Callout tone="critical" role="alert" title="Failed to export the rows">
              {failure}
            </Callout>
          )}
          <Field label="Format">
            <Select options={formats} value={format} onValueChange={setFormat} />
          </Field>
          {format === 'sql' && (
            <Checkbox
              checked={hasDefinition}
              onCheckedChange={setHasDefinition}
              label="Begin with the definition"
              description="The file then creates what it fills, with its keys, indexes and policies."
            />
          )}
          {extents.length > 1 && (
            <RadioGroup
              aria-label="Rows to export"
              options={extents}
              value={extent}
              onValueChange={setExtent}
            />
          )}
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 flex w-full items-baseline justify-between font-medium text-sm">
              Columns
            </legend>
            <div className="flex items-center justify-between gap-2">
              <Checkbox
                checked={left.size === 0}
                indeterminate={left.size > 0 && chosen.length > 0}
                onCheckedChange={(isOn) => setLeft(new Set(isOn ? [] : columns.map(({ name }) => name)))}
                label="All columns"
              />
              <span className="text-ink-muted text-xs tabular-nums">
                {formatAmount('count', chosen.length)} of {formatAmount('count', columns.length)}
              </span>
            </div>
            <section
              aria-label="Columns of the table"
              className="max-h-48 overflow-y-auto rounded-md border border-line p-2"
            >
              <div className="grid gap-1.5 sm:grid-cols-2">
                {columns.map(({ name, generated }) => (
                  <Checkbox
                    key={name}
                    checked={!left.has(name)}
                    onCheckedChange={(isOn) =>
                      setLeft((before) => {
                        const after = new Set(before)
                        if (isOn) after.delete(name)
                        else after.add(name)
                        return after
                      })
                    }
                    label={<span className="wrap-anywhere font-normal">{name}</span>}
                    {...(generated !== null &&
                      format === 'sql' && { description: 'Generated, so no INSERT sets it' })}
                  />
                ))}
              </div>
            </section>
          </fieldset>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          icon={Download}
          onClick={() => void start()}
          {...(chosen.length === 0 && { reason: 'Choose at least one column' })}
        >
          Export
        </Button>
      </DialogFooter>
    </>
  )
}
