import type { IndexChoices } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { NamePicker } from '../NamePicker.tsx'
import type { IndexForm } from './index-form.rules.ts'

/** Columns that an index carries without being sorted by them. */
export const IncludedColumns = ({
  state: { form, change, errors },
  choices,
}: {
  state: ChangeFormState<IndexForm>
  choices: IndexChoices | undefined
}) => (
  <NamePicker
    label="Included columns"
    description="Queries of these columns need only the index, not the table."
    placeholder="Add a column"
    options={(choices?.columns ?? []).map(({ name, type }) => ({
      value: name,
      label: name,
      description: type,
    }))}
    chosen={form.include}
    error={errors.get('include')}
    onChange={(include) => change((now) => ({ ...now, include }))}
  />
)
