import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import type { DateOrder } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { ImportResult, TableImport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatAmount } from '../../../../lib/amount.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../../ui/dialog/dialog-hold.ts'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { entityQueries } from '../../entities/entities.queries.ts'
import { rowQueries } from '../../rows/rows.queries.ts'
import { BadLines } from './BadLines.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileChooser } from './FileChooser.tsx'
import { FilePreviewTable } from './FilePreviewTable.tsx'
import { FileSettingsForm } from './FileSettingsForm.tsx'
import { importSummary } from './import-outcome.rules.ts'
import {
  type Filling,
  fillableColumns,
  importIntoNewTable,
  importIntoTable,
  initialFillings,
  type NewTablePlan,
  newTablePlan,
  type OnConflict,
  rowsProblem,
} from './import-plan.rules.ts'
import { NewTableForm } from './NewTableForm.tsx'
import { type ImportProgress, OutcomeUnknown, runImport } from './run-import.ts'
import { type ImportFile, useImportFile } from './use-import-file.ts'

/** Where the rows go: a table, or a new one in a schema. */
export type ImportInto = { readonly entity: GridEntity } | { readonly schema: string }

interface Props {
  open: boolean
  onClose: () => void
  projectRef: string
  into: ImportInto
  /** The role that writes; the member's own rights when left out. */
  acting?: Partial<Pick<TableImport, 'role' | 'claims'>> | undefined
  /** Called to show the table that has the rows now. */
  onOpenTable?: (table: { id: number; schema: string }) => void
}

/** Imports a file into a table, or into a new one. */
export function ImportDialog({ open, ...rest }: Props) {
  const { onClose, into } = rest
  // Reset when it is reopened while it is still fading out.
  const [opening, setOpening] = useState({ count: 0, open })
  if (opening.open !== open) setOpening({ count: opening.count + Number(open), open })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={'entity' in into ? `Import into ${into.entity.name}` : 'Create a table from a file'}
      description="All rows of the file are imported, or none."
      size="lg"
    >
      <Import key={opening.count} {...rest} />
    </Dialog>
  )
}

function Import(props: Omit<Props, 'open'>) {
  const { onClose } = props
  const source = useImportFile()
  const { opened } = source
  if (!opened)
    return (
      <>
        <DialogBody>
          <div className="flex flex-col gap-4">
            {source.failure !== undefined && (
              <Callout tone="critical" role="alert" title="The file cannot be read">
                {source.failure}
              </Callout>
            )}
            <FileChooser isReading={source.isReading} onChoose={source.choose} />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
        </DialogFooter>
      </>
    )
  return (
    <OpenedFile
      // Other columns are mapped anew.
      key={JSON.stringify([opened.name, opened.file.size, opened.preview.names])}
      {...props}
      opened={opened}
      source={source}
    />
  )
}

const conflictOptions: { value: OnConflict; label: string }[] = [
  { value: 'refuse', label: 'Import nothing' },
  { value: 'skip', label: 'Skip the row' },
  { value: 'update', label: 'Update the row that has the key' },
]

const dateOrderOptions: { value: DateOrder; label: string }[] = [
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'ymd', label: 'Year, month, day' },
]

function OpenedFile({
  projectRef,
  into,
  acting,
  opened: { file, name: fileName, settings, preview },
  source,
  onClose,
  onOpenTable,
}: Omit<Props, 'open'> & { opened: ImportFile; source: ReturnType<typeof useImportFile> }) {
  const client = useQueryClient()
  const entity = 'entity' in into ? into.entity : undefined
  const columns = entity ? fillableColumns(entity) : []
  const key = entity?.identity.kind === 'key' ? entity.identity.columns : []
  const [fillings, setFillings] = useState<readonly Filling[]>(() => initialFillings(columns, preview.names))
  const [plan, setPlan] = useState<NewTablePlan>(() =>
    newTablePlan(preview, fileName, 'schema' in into ? into.schema : 'public'),
  )
  const [onConflict, setOnConflict] = useState<OnConflict>('refuse')
  const [skipsBadLines, setSkipsBadLines] = useState(false)
  const [dateOrder, setDateOrder] = useState<DateOrder>('mdy')
  const [progress, setProgress] = useState<ImportProgress>()
  const [result, setResult] = useState<ImportResult>()
  const [failure, setFailure] = useState<Error>()
  const running = useRef<AbortController>(undefined)
  // Closing the dialog cancels the import.
  useEffect(() => () => running.current?.abort(), [])
  useHoldDialog(progress !== undefined)

  const choices = { onConflict, key, skipsBadLines, dateOrder }
  const planned = entity ? importIntoTable(entity, fillings, choices) : importIntoNewTable(plan, choices)
  const unit = settings.layout.kind === 'json' ? 'Row' : 'Line'
  const problem =
    source.failure ?? rowsProblem(preview, unit) ?? (typeof planned === 'string' ? planned : undefined)
  const types = entity ? columns.map(({ format }) => format) : plan.columns.map(({ type }) => type)
  const hasDates = types.some((type) => /^(?:date|timestamp)/.test(type))

  const start = async (leavesOutBadLines: boolean) => {
    if (typeof planned === 'string') return
    const stop = new AbortController()
    running.current = stop
    setFailure(undefined)
    setResult(undefined)
    setProgress({ step: 'sending', isExplaining: false, rows: 0, share: 0 })
    try {
      const imported = await runImport(
        source.reader(),
        {
          ref: projectRef,
          file,
          request: { ...acting, ...planned.request, skip_bad_lines: leavesOutBadLines },
          options: { settings, names: preview.names, columns: planned.columns },
        },
        setProgress,
        stop.signal,
      )
      setResult(imported)
      if (imported.outcome === 'imported') {
        if (entity)
          void client.invalidateQueries({ queryKey: rowQueries.of({ ref: projectRef, id: entity.id }) })
        else void client.invalidateQueries({ queryKey: entityQueries.all })
      }
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error as Error)
    } finally {
      setProgress(undefined)
    }
  }

  if (progress)
    return (
      <>
        <DialogBody>
          <div className="flex flex-col gap-2">
            <ProgressBar {...progressProps(progress)} />
            <p className="text-ink-muted text-sm">
              {progress.isExplaining
                ? 'Some rows do not fit. Basalt checks which ones, and why.'
                : 'Keep this page open. Nothing is visible to others until all rows are in.'}
            </p>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => running.current?.abort()}>Cancel import</Button>
        </DialogFooter>
      </>
    )

  if (result?.outcome === 'imported')
    return (
      <>
        <DialogBody>
          <div className="flex flex-col gap-4">
            <Callout tone="success" role="status" title={importSummary(result)}>
              {result.bad_line_count > 0 &&
                `${formatAmount('count', result.bad_line_count)} that do not fit were left out.`}
            </Callout>
            {result.bad_line_count > 0 && <BadLines result={result} unit={unit} />}
          </div>
        </DialogBody>
        <DialogFooter>
          {!entity && onOpenTable && result.oid !== null ? (
            <>
              <Button onClick={onClose}>Close</Button>
              <Button
                variant="primary"
                onClick={() => {
                  onClose()
                  onOpenTable({ id: result.oid!, schema: plan.schema })
                }}
              >
                Open table
              </Button>
            </>
          ) : (
            <Button variant="primary" onClick={onClose}>
              Show rows
            </Button>
          )}
        </DialogFooter>
      </>
    )

  if (result)
    return (
      <>
        <DialogBody>
          <div className="flex flex-col gap-4">
            <Callout
              tone="warning"
              role="alert"
              title={`${formatAmount('count', result.bad_line_count)} ${result.bad_line_count === 1 ? unit.toLowerCase() : `${unit.toLowerCase()}s`} of the file ${result.bad_line_count === 1 ? 'does' : 'do'} not fit`}
            >
              Nothing was imported. Mend the file and choose it again, or import the other rows.
            </Callout>
            <BadLines result={result} unit={unit} />
          </div>
        </DialogBody>
        <DialogFooter aside={<Button onClick={() => setResult(undefined)}>Back</Button>}>
          <Button onClick={source.forget}>Choose another file</Button>
          <Button variant="primary" onClick={() => void start(true)}>
            Import the others
          </Button>
        </DialogFooter>
      </>
    )

  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-5">
          {failure !== undefined && (
            <Callout
              tone="critical"
              role="alert"
              title={
                failure instanceof OutcomeUnknown ? 'The rows may have been imported' : 'Nothing was imported'
              }
            >
              {failure.message}
            </Callout>
          )}
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 truncate text-sm">
              <span className="font-medium">{fileName}</span>
              <span className="text-ink-muted"> {formatAmount('bytes', file.size)}</span>
            </p>
            {source.isReading && <Spinner label="Reading the file" />}
            <Button size="sm" onClick={source.forget}>
              Choose another file
            </Button>
          </div>
          <FileSettingsForm settings={settings} onChange={source.change} />
          {source.failure !== undefined ? (
            <Callout tone="critical" role="alert" title="The file cannot be read">
              {source.failure}
            </Callout>
          ) : (
            <FilePreviewTable preview={preview} />
          )}
          {entity ? (
            <section aria-label="Columns" className="flex flex-col gap-3">
              <h3 className="font-medium text-sm">Columns of {entity.name} and what fills them</h3>
              <ColumnMapping
                columns={columns}
                names={preview.names}
                fillings={fillings}
                onChange={(place, filling) => setFillings((before) => before.with(place, filling))}
              />
            </section>
          ) : (
            <NewTableForm plan={plan} onChange={setPlan} />
          )}
          <div className="grid gap-3 sm:grid-cols-2">
            {key.length > 0 && (
              <Field label="When a row's key is taken" description={`The key is ${key.join(', ')}.`}>
                <Select options={conflictOptions} value={onConflict} onValueChange={setOnConflict} />
              </Field>
            )}
            {hasDates && (
              <Field label="Dates such as 01/02/2003 are">
                <Select options={dateOrderOptions} value={dateOrder} onValueChange={setDateOrder} />
              </Field>
            )}
          </div>
          <Checkbox
            checked={skipsBadLines}
            onCheckedChange={setSkipsBadLines}
            label="Leave out lines that do not fit"
            description="They are listed after the import. Otherwise one of them stops the whole import."
          />
        </div>
      </DialogBody>
      <DialogFooter aside={problem !== undefined && <span role="status">{problem}</span>}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => void start(skipsBadLines)}
          disabled={source.isReading}
          {...(problem !== undefined && { reason: problem })}
        >
          Import
        </Button>
      </DialogFooter>
    </>
  )
}

function progressProps({ step, rows, share }: ImportProgress) {
  const sent = `${formatAmount('count', rows)} ${rows === 1 ? 'row' : 'rows'}`
  if (step === 'sending') return { label: 'Sending rows', value: share * 100, valueText: sent }
  return rows === 0
    ? { label: 'Writing rows', value: null }
    : { label: 'Writing rows', value: share * 100, valueText: sent }
}
