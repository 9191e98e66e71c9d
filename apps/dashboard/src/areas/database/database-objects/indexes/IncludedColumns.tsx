import type { IndexChoices } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { X } from 'lucide-react'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import type { IndexForm } from './index-form.rules.ts'

/** Columns that an index carries without being sorted by them. */
export function IncludedColumns({
  state: { form, change, errors },
  choices,
}: {
  state: ChangeFormState<IndexForm>
  choices: IndexChoices | undefined
}) {
  const error = errors.get('include')
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Included columns"
        description="Queries of these columns need only the index, not the table."
        {...(error !== undefined && { error })}
      >
        <Combobox
          placeholder="Add a column"
          options={(choices?.columns ?? [])
            .filter(({ name }) => !form.include.includes(name))
            .map(({ name, type }) => ({ value: name, label: name, description: type }))}
          value={null}
          onValueChange={(name) => {
            if (name !== null) change((now) => ({ ...now, include: [...now.include, name] }))
          }}
        />
      </Field>
      {form.include.length > 0 && (
        <ul aria-label="Included columns" className="flex flex-wrap gap-1.5">
          {form.include.map((name) => (
            <li
              key={name}
              className="flex max-w-full items-center gap-1 rounded-sm border border-line-strong bg-surface-2 pl-1.5 text-xs"
            >
              <span className="truncate">{name}</span>
              <IconButton
                size="sm"
                className="size-5"
                icon={X}
                label={`Remove ${name}`}
                onClick={() =>
                  change((now) => ({ ...now, include: now.include.filter((each) => each !== name) }))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
