import { type ChangeFormState, useChangeForm } from './change-form.port.ts'
import { draftOf, type TableForm } from './table-form.rules.ts'

const isForm = (value: object) => Array.isArray((value as Partial<TableForm>).columns)

/** The form of a table. `place` names the project, the panel and the table. */
export const useTableForm = (place: string, fingerprint: string | null, begin: () => TableForm) =>
  useChangeForm<TableForm>({ place, fingerprint, begin, draftOf, isForm })

export type TableFormState = ChangeFormState<TableForm>
