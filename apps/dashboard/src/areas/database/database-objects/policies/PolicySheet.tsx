import {
  hasUsing,
  hasWithCheck,
  policyCommands,
} from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type { Policy, PolicyRemark } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { queryQueries } from '../../../sql/query/query.queries.ts'
import { SqlField } from '../../../sql/query/SqlField.port.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'
import { DescriptionField } from '../DescriptionField.tsx'
import { FieldProblem } from '../FieldProblem.tsx'
import { NameField } from '../NameField.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { policyQueries } from './policies.queries.ts'
import { draftOf, emptyForm, formOf, offeredRoles, type PolicyForm, withRole } from './policy-form.rules.ts'
import { policyTemplates } from './policy-templates.rules.ts'

const isForm = (value: object) => typeof (value as Partial<PolicyForm>).using === 'string'

/** Tables of a list that is open at once. */
const TABLES_SHOWN = 200

/** Creates, changes or copies a policy. */
export function PolicySheet(props: ObjectFormProps<Policy>) {
  const { projectRef: ref, schema, refusal } = props
  const { on } = useSearch({ strict: false }) as { on?: string }
  const { state, form, set, isEdit, draft, plan, errorAt, sheet } = useObjectForm(
    {
      object: 'policy',
      one: 'policy',
      newTitle: 'New policy',
      place: `${schema}.${on ?? ''}`,
      emptyForm: () => emptyForm(schema, on),
      formOf,
      draftOf,
      isForm,
    },
    props,
  )
  const tables = useQuery(tableQueries.targets(ref, form.schema))
  const tableId = tables.data?.find(({ name }) => name === form.table)?.id
  const table = useQuery({ ...tableQueries.definition(ref, tableId ?? 0), enabled: tableId !== undefined })
  // Of the draft that the plan is of, so that both follow the typing together.
  const check = useQuery({ ...policyQueries.check(ref, draft), enabled: !plan.isBehind })
  const remarks = check.data?.remarks ?? []
  const expression = { state, remarks, isReadOnly: refusal !== undefined }
  return (
    <ChangeSheet {...sheet}>
      {!isEdit && (
        <div>
          <Menu trigger={<Button icon={LayoutTemplate}>Start from a template</Button>}>
            {policyTemplates(table.data?.table.columns.map(({ name }) => name) ?? []).map(
              ({ title, description, form: template }) => (
                <MenuItem
                  key={title}
                  onSelect={() => set({ ...template, ...(form.name.trim() === '' && { name: title }) })}
                >
                  {title}
                  <span className="block text-ink-muted text-xs">{description}</span>
                </MenuItem>
              ),
            )}
          </Menu>
        </div>
      )}
      <div className="flex flex-col gap-4">
        <NameField value={form.name} error={state.errors.get('name')} onChange={(name) => set({ name })} />
        <Field
          label="Table"
          required
          description={`In the schema ${form.schema}.${isEdit ? ' A policy stays on its table.' : ''}`}
          {...errorAt('table')}
        >
          <Combobox
            options={optionsOf(
              form.table,
              tables.data?.map(({ name }) => name),
            )}
            value={form.table === '' ? null : form.table}
            onValueChange={(next) => set({ table: next ?? '' })}
            disabled={isEdit}
            placeholder="Choose a table"
            shownMax={TABLES_SHOWN}
          />
        </Field>
        <Field label="Command" {...errorAt('command')}>
          <RadioGroup
            layout="inline"
            options={policyCommands.map((command) => ({ value: command, label: command }))}
            value={form.command}
            onValueChange={(command) => set({ command })}
          />
        </Field>
        <Field label="Behavior">
          <RadioGroup
            options={[
              {
                value: 'permissive',
                label: 'Permissive',
                description: 'Lets rows through. One permissive policy is enough.',
              },
              {
                value: 'restrictive',
                label: 'Restrictive',
                description: 'Must hold besides a permissive policy.',
              },
            ]}
            value={form.is_permissive ? 'permissive' : 'restrictive'}
            onValueChange={(next) => set({ is_permissive: next === 'permissive' })}
          />
        </Field>
        <RoleField projectRef={ref} state={state} remarks={remarks} />
      </div>
      {hasUsing(form.command) && (
        <ExpressionField
          {...expression}
          path="using"
          label="USING"
          description="True for rows that the command may reach."
        />
      )}
      {hasWithCheck(form.command) && (
        <ExpressionField
          {...expression}
          path="with_check"
          label="WITH CHECK"
          description={
            form.command === 'INSERT'
              ? 'True for rows that may be inserted.'
              : 'True for rows as they may be written. Empty: the same as USING.'
          }
        />
      )}
      <DescriptionField
        value={form.comment}
        error={state.errors.get('comment')}
        onChange={(comment) => set({ comment })}
      />
      <Remarks remarks={remarks} />
    </ChangeSheet>
  )
}

const optionsOf = (chosen: string, names: readonly string[] = []) =>
  [...new Set([...names, ...(chosen === '' ? [] : [chosen])])].map((name) => ({ value: name, label: name }))

function RoleField({
  projectRef: ref,
  state: { form, change, errors },
  remarks,
}: {
  projectRef: string
  state: ChangeFormState<PolicyForm>
  remarks: readonly PolicyRemark[]
}) {
  const roles = useQuery(queryQueries.roles(ref))
  const offered = offeredRoles(form.roles)
  const others = (roles.data ?? []).map(({ name }) => name).filter((name) => !offered.includes(name))
  const problem = errors.get('roles') ?? remarks.find(isErrorOf('roles'))?.message
  const choose = (role: string, isOn: boolean) =>
    change((now) => ({ ...now, roles: withRole(now.roles, role, isOn) }))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium text-sm">Roles</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {offered.map((role) => (
          <Checkbox
            key={role}
            label={role === 'public' ? 'public (every role)' : role}
            checked={form.roles.includes(role)}
            onCheckedChange={(isOn) => choose(role, isOn)}
          />
        ))}
      </div>
      {others.length > 0 && (
        <Combobox
          size="sm"
          className="max-w-64"
          aria-label="Add a role"
          placeholder="Add a role"
          options={others.map((name) => ({ value: name, label: name }))}
          value={null}
          onValueChange={(role) => role !== null && choose(role, true)}
          shownMax={TABLES_SHOWN}
        />
      )}
      <FieldProblem message={problem} />
    </fieldset>
  )
}

function ExpressionField({
  state: { form, change, errors },
  remarks,
  path,
  label,
  description,
  isReadOnly,
}: {
  state: ChangeFormState<PolicyForm>
  remarks: readonly PolicyRemark[]
  path: 'using' | 'with_check'
  label: string
  description: string
  isReadOnly: boolean
}) {
  const remark = remarks.find(isErrorOf(path))
  const problem = errors.get(path) ?? remark?.message
  return (
    <section aria-label={label} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{label}</h3>
      <SqlField
        label={label}
        hint="A condition, such as (select auth.uid()) = user_id"
        text={form[path]}
        onTextChange={(text) => change((now) => ({ ...now, [path]: text }))}
        errorAt={remark?.at}
        isReadOnly={isReadOnly}
        className="h-28 resize-y"
      />
      <FieldProblem message={problem} />
      <p className="text-ink-muted text-xs">{description}</p>
    </section>
  )
}

const isErrorOf = (path: string) => (remark: PolicyRemark) =>
  remark.severity === 'error' && remark.path === path

function Remarks({ remarks }: { remarks: readonly PolicyRemark[] }) {
  const warnings = [
    ...new Set(remarks.flatMap(({ severity, message }) => (severity === 'warning' ? [message] : []))),
  ]
  const table = remarks.find(isErrorOf('table'))
  return (
    <>
      {table && (
        <Callout tone="critical" role="alert">
          {table.message}
        </Callout>
      )}
      {warnings.length > 0 && (
        <Callout tone="warning" title="Before you save" role="status">
          <ul className="flex list-disc flex-col gap-1 pl-4">
            {warnings.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
