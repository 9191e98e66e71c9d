import type { Publication } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { ChangeSheet } from '../../../table-editor/tables/ChangeSheet.port.tsx'
import { DescriptionField } from '../DescriptionField.tsx'
import { FieldProblem } from '../FieldProblem.tsx'
import { NameField } from '../NameField.tsx'
import { useObjectForm } from '../object-form.ts'
import type { ObjectFormProps } from '../object-kind-page.ts'
import { PublishedTables } from './PublishedTables.tsx'
import { draftOf, emptyForm, formOf, type PublicationForm } from './publication-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<PublicationForm>).tables)

const OPERATIONS = [
  { operation: 'insert', label: 'Inserts' },
  { operation: 'update', label: 'Updates' },
  { operation: 'delete', label: 'Deletes' },
  { operation: 'truncate', label: 'Truncates' },
] as const

/** Creates, changes or copies a publication. */
export function PublicationSheet(props: ObjectFormProps<Publication>) {
  const { state, form, change, isEdit, sheet } = useObjectForm(
    {
      object: 'publication',
      one: 'publication',
      newTitle: 'New publication',
      place: '',
      emptyForm: () => emptyForm,
      formOf,
      draftOf,
      isForm,
    },
    props,
  )
  const { errors } = state
  const problem = ['is_for_all_tables', 'schemas', 'publishes'].map((path) => errors.get(path)).find(Boolean)
  return (
    <ChangeSheet {...sheet}>
      <NameField
        value={form.name}
        error={errors.get('name')}
        onChange={(name) => change((now) => ({ ...now, name }))}
      />
      {!isEdit && (
        <Checkbox
          label="All tables"
          description="Also those that are created later. The platform creates it, with its superuser; it cannot be edited."
          checked={form.is_for_all_tables}
          onCheckedChange={(is_for_all_tables) => change((now) => ({ ...now, is_for_all_tables }))}
        />
      )}
      <FieldProblem message={problem} />
      {!form.is_for_all_tables && (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium text-sm">Published changes</legend>
            {OPERATIONS.map(({ operation, label }) => (
              <Checkbox
                key={operation}
                label={label}
                checked={form.publishes[operation]}
                onCheckedChange={(isOn) =>
                  change((now) => ({ ...now, publishes: { ...now.publishes, [operation]: isOn } }))
                }
              />
            ))}
          </fieldset>
          <PublishedTables projectRef={props.projectRef} state={state} />
          {form.schemas.length > 0 && (
            <p className="text-ink-muted text-sm">
              Schemas as a whole, which only a superuser can change: {form.schemas.join(', ')}
            </p>
          )}
          <div className="flex flex-col gap-3">
            <Checkbox
              label="Partitions as their table"
              description="Changes of partitions are published under the name of the partitioned table."
              checked={form.via_root}
              onCheckedChange={(via_root) => change((now) => ({ ...now, via_root }))}
            />
            <Checkbox
              label="Stored generated columns"
              checked={form.generated_columns}
              onCheckedChange={(generated_columns) => change((now) => ({ ...now, generated_columns }))}
            />
            <DescriptionField
              value={form.comment}
              error={errors.get('comment')}
              onChange={(comment) => change((now) => ({ ...now, comment }))}
            />
          </div>
        </>
      )}
    </ChangeSheet>
  )
}
