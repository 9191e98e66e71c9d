import { readPreference, writePreference } from '../../../lib/preference.ts'
import { shape } from '../../../lib/shape.ts'
import type { TableForm } from './table-form.rules.ts'

/** A form that was not saved, with the fingerprint of the table it began with; null for a new table. */
export interface StoredForm {
  version: 1
  fingerprint: string | null
  form: TableForm
}

const AStoredForm = shape((value) => {
  const stored = value as StoredForm | null
  const isOfThisVersion =
    typeof stored === 'object' && stored?.version === 1 && Array.isArray(stored.form?.columns)
  return isOfThisVersion ? stored : undefined
})

const keyOf = (place: string) => `table-form.${place}`

/** `place` names the project, the panel and the table. */
export const readStoredForm = (place: string): StoredForm | undefined =>
  readPreference<StoredForm | undefined>(keyOf(place), AStoredForm, undefined)

export const storeForm = (place: string, stored: Omit<StoredForm, 'version'>) =>
  writePreference(keyOf(place), { version: 1, ...stored })

export const forgetForm = (place: string) => {
  if (readStoredForm(place)) writePreference(keyOf(place), null)
}
