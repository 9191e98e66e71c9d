import { readPreference, writePreference } from '../../../lib/preference.ts'
import { aNumber, aText, objectOf, orNull } from '../../../lib/shape.ts'

const ATable = orNull(objectOf({ id: aNumber, schema: aText }))

const key = (ref: string) => `table-editor.last.${ref}`

/** The table of a project that was open last in this browser. */
export const lastTable = (ref: string) => readPreference(key(ref), ATable, null)

export const rememberTable = (ref: string, table: { id: number; schema: string }) =>
  writePreference(key(ref), { id: table.id, schema: table.schema })

/** Called when a table is found to be gone, so that the table editor does not open it again. */
export function forgetTable(ref: string, id: number) {
  if (lastTable(ref)?.id === id) writePreference(key(ref), null)
}
