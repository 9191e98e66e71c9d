import type { SchemaChange, TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TableFormSheet } from './TableFormSheet.tsx'
import { formOf } from './table-form.rules.ts'
import { useTableForm } from './use-table-form.ts'

/** Copies a table. */
export function DuplicateSheet({
  projectRef: ref,
  definition,
  refusal,
  onSaved,
  onClose,
}: {
  projectRef: string
  definition: TableDefinition
  refusal: string | undefined
  onSaved: (id: number, schema: string) => void
  onClose: () => void
}) {
  const { id, table, bytes, policies } = definition
  const state = useTableForm(`${ref}.duplicate.${id}`, definition.fingerprint, () => ({
    ...formOf(table),
    name: `${table.name}_duplicate`,
    comment: `This is a duplicate of ${table.name}`,
    realtime: false,
  }))
  const { form, change, errors } = state
  const [withRows, setWithRows] = useState(false)
  const [withPolicies, setWithPolicies] = useState(true)
  const [withTriggers, setWithTriggers] = useState(false)
  const [withGrants, setWithGrants] = useState(true)
  const nameError = errors.get('name')
  const body: SchemaChange = {
    kind: 'duplicate_table',
    id,
    fingerprint: state.fingerprint ?? '',
    schema: table.schema,
    name: form.name.trim(),
    comment: form.comment === '' ? null : form.comment,
    with_rows: withRows,
    with_policies: withPolicies,
    with_triggers: withTriggers,
    with_grants: withGrants,
    rls: form.rls,
    realtime: false,
  }
  return (
    <TableFormSheet
      projectRef={ref}
      title={`Duplicate ${table.name}`}
      description="Columns, defaults, indexes, checks and foreign keys are always copied."
      saveLabel="Duplicate table"
      refusal={refusal}
      state={state}
      change={body}
      onSaved={(copy) => {
        toast({ tone: 'success', title: `${body.name} created` })
        if (copy !== null) onSaved(copy, table.schema)
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required {...(nameError !== undefined && { error: nameError })}>
          <Input
            spellCheck={false}
            autoComplete="off"
            value={form.name}
            onValueChange={(name) => change((now) => ({ ...now, name }))}
          />
        </Field>
        <Field label="Description">
          <Input value={form.comment} onValueChange={(comment) => change((now) => ({ ...now, comment }))} />
        </Field>
        <Checkbox
          label="Duplicate rows"
          description={`Copies the rows as well, ${formatBytes(bytes)} with indexes.`}
          checked={withRows}
          onCheckedChange={setWithRows}
        />
        <Checkbox
          label="Duplicate policies"
          description={
            policies === 0
              ? `${table.name} has no policies.`
              : `Copies the ${policies === 1 ? 'row level security policy' : `${policies} row level security policies`}.`
          }
          checked={withPolicies}
          onCheckedChange={setWithPolicies}
        />
        <Checkbox
          label="Duplicate grants"
          description="Gives the same roles the same privileges. Otherwise those of new tables apply."
          checked={withGrants}
          onCheckedChange={setWithGrants}
        />
        <Checkbox
          label="Duplicate triggers"
          description="They run when rows of the copy change, and not for the duplicated rows."
          checked={withTriggers}
          onCheckedChange={setWithTriggers}
        />
        <Checkbox
          label="Enable row level security"
          description={
            withPolicies && policies > 0
              ? 'Clients reach the rows that the policies allow.'
              : 'Clients reach no rows until the table has a policy.'
          }
          checked={form.rls}
          onCheckedChange={(rls) => change((now) => ({ ...now, rls }))}
        />
      </div>
    </TableFormSheet>
  )
}
