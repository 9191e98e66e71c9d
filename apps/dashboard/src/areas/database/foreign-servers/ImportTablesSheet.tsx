import { IMPORTED_TABLES_MAX, isTooLong } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer, RemoteTables } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { foreignServerQueries, importTablesIn } from './foreign-servers.queries.ts'
import { importSql } from './server-sql.rules.ts'

type RemoteTable = RemoteTables['tables'][number]

const KINDS: Readonly<Record<RemoteTable['kind'], string>> = {
  table: 'Table',
  view: 'View',
  materialized_view: 'Materialized view',
  foreign_table: 'Foreign table',
  partitioned_table: 'Partitioned table',
}

/** Chooses a schema of a server and tables of it, and defines them here. */
export function ImportTablesSheet({
  projectRef: ref,
  server,
  onClose,
}: {
  projectRef: string
  server: ForeignServer
  onClose: () => void
}) {
  const { name } = server
  const [asked, setAsked] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [into, setInto] = useState(name)
  const [replaces, setReplaces] = useState(false)
  const schemas = useQuery(foreignServerQueries.remote(ref, name, undefined))
  const schema = asked ?? defaultSchema(schemas.data)
  const tables = useQuery({
    ...foreignServerQueries.remote(ref, name, schema),
    enabled: schema !== undefined,
  })
  const { mutate, isPending, error } = useMutation(importTablesIn(ref))
  const list = [...chosen]
  const failure = schemas.error ?? tables.error
  const reason =
    chosen.size === 0
      ? 'Choose at least one table'
      : chosen.size > IMPORTED_TABLES_MAX
        ? `Choose at most ${IMPORTED_TABLES_MAX.toLocaleString('en')} tables at once`
        : into === ''
          ? 'Enter the schema here'
          : isTooLong(into)
            ? 'The name of the schema is too long'
            : undefined
  const start = () => {
    if (schema === undefined) return
    mutate(
      { name, schema, tables: list, into, replaces },
      {
        onSuccess: ({ tables: made }) => {
          toast({
            tone: 'success',
            title: made.length === 1 ? '1 table imported' : `${made.length} tables imported`,
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
      title={<span className="wrap-anywhere">Import tables of {name}</span>}
      description="Only their definition comes here. Rows stay where they are and are read when you ask."
    >
      <SheetBody>
        {error && (
          <Callout tone="critical" role="alert" title="The tables were not imported">
            {error.message}
          </Callout>
        )}
        {failure ? (
          <ErrorPanel
            title="The server could not be read"
            message={failure.message}
            requestId={requestIdOf(failure)}
            onRetry={() => void (schemas.error ? schemas.refetch() : tables.refetch())}
            retrying={schemas.isFetching || tables.isFetching}
          />
        ) : !schemas.data ? (
          <Skeleton className="h-64 w-full" />
        ) : schemas.data.schemas.length === 0 ? (
          <p className="text-ink-muted text-sm">This server has no tables.</p>
        ) : (
          <>
            <Field label="Schema there">
              <Combobox
                options={schemas.data.schemas.map((one) => ({
                  value: one.name,
                  label: one.name,
                  description: one.tables === 1 ? '1 table' : `${one.tables.toLocaleString('en')} tables`,
                }))}
                value={schema ?? null}
                onValueChange={(value) => {
                  if (value === null) return
                  setAsked(value)
                  setChosen(new Set())
                }}
              />
            </Field>
            {tables.data ? (
              <TableChoice tables={tables.data.tables} chosen={chosen} onChange={setChosen} />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
            <Field
              label="Schema here"
              description="Created if it does not exist. The API’s roles get no rights on the tables: they have no row level security."
            >
              <Input value={into} onValueChange={setInto} autoComplete="off" spellCheck={false} />
            </Field>
            <Checkbox
              label="Replace tables of this server with these names"
              description="To define them again after their columns changed there."
              checked={replaces}
              onCheckedChange={setReplaces}
            />
            {chosen.size > 0 && schema !== undefined && (
              <CodeBlock
                label="SQL that is run"
                code={importSql({ server: name, schema, tables: list, into })}
                wrap
              />
            )}
          </>
        )}
      </SheetBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={isPending}
          onClick={start}
          {...(reason !== undefined && { reason })}
        >
          {chosen.size > 1 ? `Import ${chosen.size.toLocaleString('en')} tables` : 'Import'}
        </Button>
      </DialogFooter>
    </Sheet>
  )
}

/** The schema that most servers keep their tables in, or the first one that tools have not made. */
function defaultSchema(found: RemoteTables | undefined): string | undefined {
  const names = found?.schemas.map(({ name }) => name) ?? []
  return (
    names.find((name) => name === 'public') ??
    names.find((name) => !PLATFORM_SCHEMAS.includes(name)) ??
    names[0]
  )
}

function TableChoice({
  tables,
  chosen,
  onChange,
}: {
  tables: readonly RemoteTable[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const isAll = tables.length > 0 && tables.every(({ name }) => chosen.has(name))
  return (
    <Table
      label="Tables there"
      dense
      rows={tables}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: (
            <Checkbox
              label="Table"
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onCheckedChange={(isChosen) =>
                onChange(new Set(isChosen ? tables.map(({ name }) => name) : []))
              }
            />
          ),
          cell: ({ name }) => (
            <Checkbox
              label={<span className="wrap-anywhere">{name}</span>}
              checked={chosen.has(name)}
              onCheckedChange={(isChosen) => {
                const next = new Set(chosen)
                if (isChosen) next.add(name)
                else next.delete(name)
                onChange(next)
              }}
            />
          ),
        },
        { key: 'kind', header: 'Kind', width: '10rem', wideOnly: true, cell: ({ kind }) => KINDS[kind] },
        {
          key: 'rows',
          header: 'Rows',
          width: '7rem',
          align: 'end',
          cell: ({ rows }) => (rows === null ? '–' : `about ${Math.round(rows).toLocaleString('en')}`),
        },
      ]}
    />
  )
}
