import type { SchemaChange, TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CheckList } from './CheckList.tsx'
import { ColumnList } from './ColumnList.tsx'
import { ForeignKeyList } from './ForeignKeyList.tsx'
import { FromRows } from './FromRows.tsx'
import { FromSql } from './FromSql.tsx'
import { TableFormSheet } from './TableFormSheet.tsx'
import { draftOf, formOf, newTable, withColumns } from './table-form.rules.ts'
import { type TableFormState, useTableForm } from './use-table-form.ts'

/** Creates a table in a schema, or changes one. */
export function TableSheet({
  projectRef: ref,
  schema,
  definition,
  refusal,
  onSaved,
  onClose,
}: {
  projectRef: string
  schema: string
  /** Of the table that is changed; undefined for a new one. */
  definition: TableDefinition | undefined
  refusal: string | undefined
  /** Called with the oid of the table. */
  onSaved: (id: number, schema: string) => void
  onClose: () => void
}) {
  const state = useTableForm(
    definition ? `${ref}.edit.${definition.id}` : `${ref}.new.${schema}`,
    definition?.fingerprint ?? null,
    () => (definition ? formOf(definition.table) : newTable(schema)),
  )
  const table = draftOf(state.form)
  const change: SchemaChange = definition
    ? { kind: 'alter_table', id: definition.id, fingerprint: state.fingerprint ?? '', table }
    : { kind: 'create_table', table }
  return (
    <TableFormSheet
      projectRef={ref}
      title={definition ? `Edit ${definition.table.name}` : 'New table'}
      description={definition ? `Table of the schema ${definition.table.schema}` : `In the schema ${schema}`}
      saveLabel={definition ? 'Save changes' : 'Create table'}
      refusal={refusal}
      state={state}
      change={change}
      onSaved={(id) => {
        toast({ tone: 'success', title: definition ? `${table.name} updated` : `${table.name} created` })
        if (id !== null) onSaved(id, table.schema)
      }}
      onClose={onClose}
    >
      {!definition && (
        <div className="flex flex-col gap-2">
          <FromSql
            projectRef={ref}
            refusal={refusal}
            onRead={(read) => state.change((now) => ({ ...formOf(read), rls: now.rls || read.rls }))}
          />
          <FromRows
            schema={schema}
            onRead={({ columns, key }) => state.change((now) => withColumns(now, columns, key))}
          />
        </div>
      )}
      <TableFields
        state={state}
        isNew={definition === undefined}
        isRealtimeChangeable={definition?.is_realtime_changeable ?? true}
      />
      <ColumnList projectRef={ref} state={state} isNew={definition === undefined} />
      <ForeignKeyList projectRef={ref} state={state} />
      <CheckList state={state} />
    </TableFormSheet>
  )
}

function TableFields({
  state: { form, change, errors },
  isNew,
  isRealtimeChangeable,
}: {
  state: TableFormState
  isNew: boolean
  isRealtimeChangeable: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  const nameError = errors.get('name')
  const setRls = (rls: boolean) => change((now) => ({ ...now, rls }))
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" required {...(nameError !== undefined && { error: nameError })}>
        <Input
          spellCheck={false}
          autoComplete="off"
          placeholder="table_name"
          value={form.name}
          onValueChange={(name) =>
            change((now) => ({
              ...now,
              name,
              // A key from the new table to itself follows its name.
              foreignKeys: isNew
                ? now.foreignKeys.map((key) =>
                    key.target.name === now.name && now.name !== '' && key.target.schema === now.schema
                      ? { ...key, target: { ...key.target, name } }
                      : key,
                  )
                : now.foreignKeys,
            }))
          }
        />
      </Field>
      <Field label="Description">
        <Input
          placeholder="Optional"
          value={form.comment}
          onValueChange={(comment) => change((now) => ({ ...now, comment }))}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Checkbox
          label={
            <>
              Enable row level security <Badge>Recommended</Badge>
            </>
          }
          description="Clients reach the rows that policies allow, and none without a policy."
          checked={form.rls}
          onCheckedChange={(rls) => (rls ? setRls(true) : setAsking(true))}
        />
        {!form.rls && (
          <Callout tone="warning" title="Policies do not apply to this table">
            Where the Data API reaches its schema, anyone with the publishable key can read and change all
            rows.
          </Callout>
        )}
        <Checkbox
          label="Enable Realtime"
          description={
            isRealtimeChangeable
              ? 'Clients that are allowed to read a row are told when it changes.'
              : 'The publication supabase_realtime has all tables, so it cannot be turned off for this one.'
          }
          disabled={!isRealtimeChangeable}
          checked={form.realtime}
          onCheckedChange={(realtime) => change((now) => ({ ...now, realtime }))}
        />
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Turn row level security off?"
        confirmLabel="Turn off"
        onConfirm={() => setRls(false)}
      >
        Policies then no longer apply. Where the Data API reaches the schema, anyone with the project’s
        publishable key can read and change all rows.
      </ConfirmDialog>
    </div>
  )
}
