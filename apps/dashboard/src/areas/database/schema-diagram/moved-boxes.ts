import { usePreference } from '../../../lib/preference.ts'
import { aNumber, objectOf, recordOf } from '../../../lib/shape.ts'
import type { Places } from './diagram-layout.rules.ts'

const SomePlaces = recordOf(objectOf({ x: aNumber, y: aNumber }))
const NONE: Places = {}

/** Where this browser's user has put tables of a schema, by oid. */
export function useMovedBoxes(ref: string, schema: string) {
  return usePreference<Places>(`schema-diagram.${ref}.${schema}`, SomePlaces, NONE)
}
