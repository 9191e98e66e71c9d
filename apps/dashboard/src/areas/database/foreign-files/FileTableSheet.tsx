import { foreignFileDelimiters } from '@basalt/contract/foreign-files/foreign-files.rules.ts'
import { type ImportedType, importedTypes } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { SchemaField } from '../database-objects/SchemaField.tsx'
import { FileInput } from './FileInput.tsx'
import {
  type FileForm,
  fileTableSql,
  formOf,
  type ReadFile,
  readFile,
  reasonAgainst,
} from './file-table-form.rules.ts'
import { createFileTableIn } from './foreign-files.queries.ts'

const DELIMITERS: Readonly<Record<FileForm['delimiter'], string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

/** Values of a column that are shown. */
const VALUES_SHOWN = 3

/** Makes a table that reads a file. */
export function FileTableSheet({ projectRef: ref, onClose }: { projectRef: string; onClose: () => void }) {
  const [read, setRead] = useState<ReadFile>()
  const [form, setForm] = useState<FileForm>()
  const reading = useMutation({
    mutationFn: ({ file, settings }: { file: File; settings?: ReadFile['settings'] }) =>
      readFile(file, settings),
    onSuccess: (result) => {
      setRead(result)
      setForm((typed) => formOf(result, typed))
    },
    // Displayed in the sheet.
    meta: {},
  })
  const create = useMutation(createFileTableIn(ref))
  const error = reading.error ?? create.error
  const reason = form ? reasonAgainst(form) : 'Choose a file'
  const start = () => {
    if (!form || !read) return
    create.mutate(
      { ...form, file: read.file },
      {
        onSuccess: ({ rows }) => {
          toast({
            tone: 'success',
            title: `${form.schema}.${form.name} reads ${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`}`,
          })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add a file"
      description="Queries read the file as a table. It is not changed by them, and has no indexes."
    >
      <SheetBody>
        {error && (
          <Callout
            tone="critical"
            role="alert"
            title={reading.error ? 'The file cannot be used' : 'The table was not created'}
          >
            {error.message}
          </Callout>
        )}
        <FileInput
          projectRef={ref}
          file={read?.file}
          isReading={reading.isPending}
          onChoose={(file) => {
            create.reset()
            reading.mutate({ file })
          }}
        />
        {form && read && (
          <FileTableFields
            projectRef={ref}
            form={form}
            read={read}
            onChange={setForm}
            onLayout={(change) => {
              const { layout } = read.settings
              reading.mutate({
                file: read.file,
                settings: {
                  ...read.settings,
                  hasHeader: change.has_header ?? form.has_header,
                  layout:
                    layout.kind === 'csv'
                      ? { ...layout, delimiter: change.delimiter ?? form.delimiter }
                      : layout,
                },
              })
            }}
          />
        )}
      </SheetBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={create.isPending}
          onClick={start}
          {...(reason !== undefined && { reason })}
        >
          Create table
        </Button>
      </DialogFooter>
    </Sheet>
  )
}

function FileTableFields({
  projectRef,
  form,
  read: { preview },
  onChange,
  onLayout,
}: {
  projectRef: string
  form: FileForm
  read: ReadFile
  onChange: (form: FileForm) => void
  /** The file has to be read again. */
  onLayout: (change: Partial<Pick<FileForm, 'delimiter' | 'has_header'>>) => void
}) {
  const setColumn = (place: number, change: Partial<FileForm['columns'][number]>) =>
    onChange({
      ...form,
      columns: form.columns.map((column, index) => (index === place ? { ...column, ...change } : column)),
    })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SchemaField
          projectRef={projectRef}
          value={form.schema}
          error={undefined}
          onChange={(schema) => onChange({ ...form, schema })}
        />
        <Field label="Table">
          <Input
            value={form.name}
            autoComplete="off"
            spellCheck={false}
            onValueChange={(name) => onChange({ ...form, name })}
          />
        </Field>
        <Field label="Values are separated by">
          <Select
            options={foreignFileDelimiters.map((value) => ({ value, label: DELIMITERS[value] }))}
            value={form.delimiter}
            onValueChange={(delimiter) => onLayout({ delimiter })}
          />
        </Field>
      </div>
      <Checkbox
        label="The first line has the names of the columns"
        checked={form.has_header}
        onCheckedChange={(has_header) => onLayout({ has_header })}
      />
      <Table
        label="Columns of the file"
        dense
        rows={form.columns.map((column, place) => ({ ...column, place }))}
        rowKey={({ place }) => String(place)}
        columns={[
          {
            key: 'name',
            header: 'Column',
            cell: ({ name, place }) => (
              <Input
                size="sm"
                aria-label={`Name of column ${place + 1}`}
                value={name}
                onValueChange={(next) => setColumn(place, { name: next })}
              />
            ),
          },
          {
            key: 'type',
            header: 'Type',
            cell: ({ name, type, place }) => (
              <Select<ImportedType>
                size="sm"
                aria-label={`Type of ${name}`}
                options={importedTypes.map((value) => ({ value, label: value }))}
                value={type}
                onValueChange={(next) => setColumn(place, { type: next })}
              />
            ),
          },
          {
            key: 'values',
            header: 'First values',
            wideOnly: true,
            cell: ({ place }) => (
              <span className="line-clamp-1 max-w-60 font-mono text-ink-muted text-xs">
                {preview.rows
                  .slice(0, VALUES_SHOWN)
                  .map((row) => row[place] ?? 'NULL')
                  .join(', ')}
              </span>
            ),
          },
        ]}
      />
      {preview.bad[0] && (
        <Callout tone="warning" title="Not every line can be read">
          Line {preview.bad[0].line}: {preview.bad[0].reason}
        </Callout>
      )}
      <section aria-label="SQL" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">SQL</h3>
        <CodeBlock label="SQL that is run" code={fileTableSql(form)} wrap />
      </section>
    </>
  )
}
