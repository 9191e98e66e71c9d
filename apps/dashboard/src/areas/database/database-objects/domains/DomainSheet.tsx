import type { Domain } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { FieldProblem } from '../FieldProblem.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { TypeFields } from '../TypeFields.tsx'
import { TypeInput } from '../TypeInput.tsx'
import { CheckList } from './CheckList.tsx'
import { type DomainForm, draftOf, emptyForm, formOf } from './domain-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<DomainForm>).checks)

/** Creates, changes or copies a domain. */
export function DomainSheet(props: ObjectFormProps<Domain>) {
  const { projectRef } = props
  const { state, form, set, isEdit, errorAt, sheet } = useObjectForm(
    { object: 'domain', one: 'domain', newTitle: 'New domain', emptyForm, formOf, draftOf, isForm },
    props,
  )
  const { errors } = state
  return (
    <ChangeSheet
      {...sheet}
      {...(isEdit && {
        description: 'PostgreSQL cannot change its type and collation. For others, duplicate the domain.',
      })}
    >
      <div className="flex flex-col gap-4">
        <TypeFields projectRef={projectRef} form={form} errors={errors} onChange={set} />
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Field label="Type" required={!isEdit} {...errorAt('type')}>
            <TypeInput
              projectRef={projectRef}
              size="md"
              value={form.type}
              isWrong={errors.has('type')}
              isReadOnly={isEdit}
              onValueChange={(type) => set({ type })}
            />
          </Field>
          <Field label="Collation" {...errorAt('collation')}>
            <Input
              className="font-mono"
              placeholder="Collation of the type"
              spellCheck={false}
              autoComplete="off"
              readOnly={isEdit}
              value={form.collation}
              onValueChange={(collation) => set({ collation })}
            />
          </Field>
        </div>
        <Field
          label="Default"
          description="An SQL expression. Columns of this type have it unless they have their own."
          {...errorAt('default')}
        >
          <Input
            className="font-mono"
            placeholder="No default"
            spellCheck={false}
            autoComplete="off"
            value={form.default}
            onValueChange={(next) => set({ default: next })}
          />
        </Field>
        <div>
          <Checkbox
            label="Allow NULL"
            checked={form.nullable}
            onCheckedChange={(nullable) => set({ nullable })}
          />
          <FieldProblem message={errors.get('nullable')} />
        </div>
      </div>
      <CheckList state={state} found={isEdit ? props.found : undefined} />
    </ChangeSheet>
  )
}
