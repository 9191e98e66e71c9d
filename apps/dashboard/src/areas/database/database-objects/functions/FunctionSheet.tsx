import type { DatabaseFunction } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { SqlField } from '../../../sql/query/SqlField.port.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { DescriptionField } from '../DescriptionField.tsx'
import { FieldProblem } from '../FieldProblem.tsx'
import { NameField } from '../NameField.tsx'
import { errorOf, useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { SchemaField } from '../SchemaField.tsx'
import { ArgumentList } from './ArgumentList.tsx'
import { FunctionOptions } from './FunctionOptions.tsx'
import { draftOf, emptyForm, type FunctionForm, formOf, inLanguage, isScript } from './function-form.rules.ts'
import { type FunctionChange, functionQueries } from './functions.queries.ts'
import { ResultFields } from './ResultFields.tsx'
import { useFunctionCheck } from './use-function-check.ts'

const isForm = (value: object) => {
  const form = value as Partial<FunctionForm>
  return Array.isArray(form.arguments) && Array.isArray(form.settings) && typeof form.body === 'string'
}

/** Creates, changes or copies a function or procedure. */
export function FunctionSheet(props: ObjectFormProps<DatabaseFunction>) {
  const { projectRef: ref, refusal } = props
  const [cascade, setCascade] = useState(false)
  const { state, form, change, isEdit, body, plan, sheet } = useObjectForm(
    {
      object: 'function',
      one: 'function',
      newTitle: 'New function',
      emptyForm,
      formOf,
      draftOf,
      isForm,
      edits: { cascade },
    },
    props,
  )
  const { data: languages = ['plpgsql', 'sql'] } = useQuery(functionQueries.languages(ref))
  const isComplete = plan.data?.problems.length === 0 && plan.data.statements.length > 0
  const { problem, failure } = useFunctionCheck(
    ref,
    body as FunctionChange,
    refusal === undefined && isComplete && !plan.isBehind && !state.isStale,
  )
  const errorAt = (path: string) =>
    state.errors.get(path) ?? (problem?.path === path ? problem.message : undefined)
  const error = (path: string) => errorOf(errorAt(path))
  const bodyProblem = errorAt('body')
  const what = form.kind
  const isRecreated = isEdit && plan.data?.statements.some(({ sql }) => sql.startsWith('drop ')) === true
  const dependents = plan.data?.dependents ?? []
  return (
    <ChangeSheet {...sheet} saveLabel={`${isEdit ? 'Save' : 'Create'} ${what}`}>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <NameField
          value={form.name}
          error={errorAt('name')}
          onChange={(name) => change((now) => ({ ...now, name }))}
        />
        <SchemaField
          projectRef={ref}
          value={form.schema}
          error={errorAt('schema')}
          onChange={(schema) => change((now) => ({ ...now, schema }))}
        />
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
        <DescriptionField
          className="sm:col-span-2"
          value={form.comment}
          error={errorAt('comment')}
          onChange={(comment) => change((now) => ({ ...now, comment }))}
        />
      </div>
      <ArgumentList projectRef={ref} form={form} change={change} errorAt={errorAt} />
      {form.kind === 'function' && (
        <ResultFields projectRef={ref} form={form} change={change} errorAt={errorAt} />
      )}
      <section aria-label="Body" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Body</h3>
        <SqlField
          // Lints again in another language.
          key={String(form.language === 'sql')}
          projectRef={ref}
          label="Body"
          isScript={isScript(form)}
          hint={form.language === 'sql' ? 'select 1' : 'begin … end;'}
          text={form.body}
          errorAt={problem?.path === 'body' ? problem.offset : undefined}
          onTextChange={(next) => change((now) => ({ ...now, body: next }))}
          className="h-72"
        />
        <FieldProblem
          message={
            bodyProblem !== undefined && problem?.path === 'body' && problem.offset !== null
              ? `Line ${form.body.slice(0, problem.offset).split('\n').length}: ${bodyProblem}`
              : bodyProblem
          }
        />
        <FieldProblem message={problem?.path === null ? problem.message : undefined} />
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
