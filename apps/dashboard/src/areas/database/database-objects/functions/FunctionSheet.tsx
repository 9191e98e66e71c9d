import type { DatabaseFunction } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { SqlField } from '../../../sql/query/SqlField.port.tsx'
import { entityQueries } from '../../../table-editor/entities/entities.queries.ts'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { useChangeForm } from '../../../table-editor/tables/change-form.port.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
import { ArgumentList } from './ArgumentList.tsx'
import { FunctionOptions } from './FunctionOptions.tsx'
import { draftOf, emptyForm, type FunctionForm, formOf, inLanguage } from './function-form.rules.ts'
import { type FunctionChange, functionQueries } from './functions.queries.ts'
import { ResultFields } from './ResultFields.tsx'
import { useFunctionCheck } from './use-function-check.ts'

const isForm = (value: object) => {
  const form = value as Partial<FunctionForm>
  return Array.isArray(form.arguments) && Array.isArray(form.settings) && typeof form.body === 'string'
}

/** Creates, changes or copies a function or procedure. */
export function FunctionSheet({
  projectRef: ref,
  schema,
  found,
  isCopy,
  refusal,
  onSaved,
  onClose,
}: ObjectFormProps<DatabaseFunction>) {
  const isEdit = found !== undefined && !isCopy
  const state = useChangeForm<FunctionForm>({
    place: `${ref}.function.${found ? `${isCopy ? 'copy' : 'edit'}.${found.id}` : `new.${schema}`}`,
    fingerprint: found?.fingerprint ?? null,
    begin: () => (found ? formOf(found.draft, isCopy) : emptyForm(schema)),
    draftOf,
    isForm,
  })
  const { form, change, errors } = state
  const [cascade, setCascade] = useState(false)
  const schemas = useQuery(entityQueries.schemas(ref))
  const { data: languages = ['plpgsql', 'sql'] } = useQuery(functionQueries.languages(ref))
  const draft = draftOf(form)
  const body: FunctionChange = isEdit
    ? {
        object: 'function',
        action: 'edit',
        id: found.id,
        fingerprint: state.fingerprint ?? '',
        draft,
        cascade,
      }
    : { object: 'function', action: 'create', draft }
  const plan = usePlan(body, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  const isComplete = plan.data?.problems.length === 0 && plan.data.statements.length > 0
  const { problem, failure } = useFunctionCheck(
    ref,
    body,
    refusal === undefined && isComplete && !plan.isBehind && !state.isStale,
  )
  const errorAt = (path: string) => errors.get(path) ?? (problem?.path === path ? problem.message : undefined)
  const error = (path: string) => {
    const found = errorAt(path)
    return found !== undefined && { error: found }
  }
  const bodyProblem = errorAt('body')
  const what = form.kind
  const isRecreated = isEdit && plan.data?.statements.some(({ sql }) => sql.startsWith('drop ')) === true
  const dependents = plan.data?.dependents ?? []
  return (
    <ChangeSheet
      what="function"
      title={found ? `${isCopy ? 'Duplicate' : 'Edit'} ${found.draft.name}` : 'New function'}
      saveLabel={isEdit ? `Save ${what}` : `Create ${what}`}
      refusal={refusal}
      state={state}
      plan={plan}
      apply={() => apply(body)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Name" required {...error('name')}>
          <Input
            spellCheck={false}
            autoComplete="off"
            value={form.name}
            onValueChange={(name) => change((now) => ({ ...now, name }))}
          />
        </Field>
        <Field label="Schema" {...error('schema')}>
          <Combobox
            options={(schemas.data ?? [{ name: form.schema }])
              .filter(({ name }) => !isProtectedSchema(name) || name === form.schema)
              .map(({ name }) => ({ value: name, label: name }))}
            value={form.schema}
            onValueChange={(next) => next !== null && change((now) => ({ ...now, schema: next }))}
          />
        </Field>
        <Field label="Kind" {...error('kind')}>
          <RadioGroup
            layout="inline"
            aria-label="Kind"
            options={[
              { value: 'function', label: 'Function' },
              { value: 'procedure', label: 'Procedure' },
            ]}
            value={form.kind}
            onValueChange={(kind) => change((now) => ({ ...now, kind }))}
          />
        </Field>
        <Field label="Language" {...error('language')}>
          <Select
            options={[...new Set([...languages, form.language])].map((name) => ({
              value: name,
              label: name,
            }))}
            value={form.language}
            onValueChange={(language) => change((now) => inLanguage(now, language))}
          />
        </Field>
        <Field label="Description" className="sm:col-span-2" {...error('comment')}>
          <Input value={form.comment} onValueChange={(comment) => change((now) => ({ ...now, comment }))} />
        </Field>
      </div>
      <ArgumentList projectRef={ref} form={form} change={change} errorAt={errorAt} />
      {form.kind === 'function' && (
        <ResultFields projectRef={ref} form={form} change={change} errorAt={errorAt} />
      )}
      <section aria-label="Body" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Body</h3>
        <SqlField
          projectRef={ref}
          label="Body"
          hint={form.language === 'sql' ? 'select 1' : 'begin … end;'}
          text={form.body}
          errorAt={problem?.path === 'body' ? problem.offset : undefined}
          onTextChange={(next) => change((now) => ({ ...now, body: next }))}
          className="h-72"
        />
        {bodyProblem !== undefined && (
          <p role="alert" className="text-critical-ink text-xs">
            {problem?.path === 'body' && problem.offset !== null
              ? `Line ${form.body.slice(0, problem.offset).split('\n').length}: ${bodyProblem}`
              : bodyProblem}
          </p>
        )}
        {problem?.path === null && (
          <p role="alert" className="text-critical-ink text-xs">
            {problem.message}
          </p>
        )}
        {failure !== undefined && (
          <p className="text-ink-muted text-xs">PostgreSQL could not check the function: {failure}</p>
        )}
      </section>
      <FunctionOptions form={form} change={change} errorAt={errorAt} />
      {isRecreated && (
        <Callout tone="warning" title="PostgreSQL cannot change this in place">
          <p>
            Saving drops the {what} and creates it again in one transaction. Its owner, privileges and
            description stay.
          </p>
          {dependents.length > 0 && (
            <>
              <p className="pt-2">These depend on it:</p>
              <ul className="max-h-40 list-disc overflow-y-auto pb-2 pl-5">
                {dependents.map((text) => (
                  <li key={text}>{text}</li>
                ))}
                {plan.data?.has_more_dependents && <li>and more</li>}
              </ul>
              <Checkbox
                label="Delete them as well"
                description="Otherwise nothing is changed."
                checked={cascade}
                onCheckedChange={setCascade}
              />
            </>
          )}
        </Callout>
      )}
    </ChangeSheet>
  )
}
