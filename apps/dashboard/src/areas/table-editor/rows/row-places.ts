import { readPreference, writePreference } from '../../../lib/preference.ts'
import { aFlag, aNumber, aText, objectOf, orNull, recordOf, type ValueOf } from '../../../lib/shape.ts'
import type { Line } from './lines.rules.ts'
import type { RowLoader } from './row-loader.ts'
import type { TableKey } from './rows.queries.ts'
import type { RowsView } from './rows-url.rules.ts'
import type { ActiveCell } from './use-kept-place.ts'

/** Where each table of a project was scrolled to when it was left. Kept in this browser. */
const Places = recordOf(
  objectOf({
    /** The filter and sort, as `viewText` writes them. */
    view: aText,
    cursor: orNull(aText),
    first: aNumber,
    isExact: aFlag,
    above: aNumber,
    /** How far the columns are scrolled, in pixels. */
    left: aNumber,
  }),
)
const NO_PLACES: ValueOf<typeof Places> = {}
/** Tables whose places are kept; the one that was left first is forgotten first. */
const PLACES_MAX = 50
/** A longer cursor holds a long value, which storage has no room for. */
const CURSOR_MAX = 2000

const keyOf = (ref: string) => `table-editor.places.${ref}`

export const viewText = ({ filter, sort }: RowsView) => JSON.stringify([filter, sort])

/** Where a table was left under this filter and sort; undefined at its start. */
export function placeFor({ ref, id }: TableKey, view: string) {
  const place = readPreference(keyOf(ref), Places, NO_PLACES)[`t${id}`]
  return place?.view === view ? place : undefined
}

export function rememberPlace({ ref, id }: TableKey, view: string, loader: RowLoader) {
  // Left before its rows have arrived, it is still where it was.
  if (loader.content.page === undefined) return
  const { [`t${id}`]: known, ...others } = readPreference(keyOf(ref), Places, NO_PLACES)
  const { place, left } = loader
  const isKept = (place !== undefined || left > 0) && (place?.cursor?.length ?? 0) <= CURSOR_MAX
  if (!isKept && known === undefined) return
  const { cursor = null, first = 0, isExact = true, above = 0 } = place ?? {}
  const kept = Object.entries(others).slice(isKept ? 1 - PLACES_MAX : -PLACES_MAX)
  writePreference(
    keyOf(ref),
    Object.fromEntries(isKept ? [...kept, [`t${id}`, { view, cursor, first, isExact, above, left }]] : kept),
  )
}

/** What was selected in a table under one role on one database, until the page is closed. */
export interface KeptSelection {
  chosen: ReadonlyMap<string, Line>
  active: ActiveCell | undefined
}

const selections = new Map<string, KeptSelection>()

export function selectionOf({ ref, id, as, database }: TableKey): KeptSelection {
  const key = JSON.stringify([ref, id, as, database])
  const selection = selections.get(key) ?? { chosen: new Map(), active: undefined }
  // Set again, it is the last to be forgotten.
  selections.delete(key)
  selections.set(key, selection)
  if (selections.size > PLACES_MAX) selections.delete(selections.keys().next().value!)
  return selection
}
