import type { Entry } from './entry.rules.ts'

/** Selected files by path, in order of selection. */
export type Selection = ReadonlyMap<string, Entry>

export const nothingSelected: Selection = new Map()

/** Folders and files that are being uploaded cannot be selected. */
export const isSelectable = ({ isFolder, state }: Entry) => !isFolder && state !== 'uploading'
/** The selectable files of a folder. */
export const filesIn = (entries: readonly Entry[]) => entries.filter(isSelectable)

export function toggled(selection: Selection, entry: Entry): Selection {
  const next = new Map(selection)
  if (!next.delete(entry.path)) next.set(entry.path, entry)
  return next
}

/**
 * Selects the range from the last selected file to this one, as a Shift-click does. If this one is already selected,
 * the other files of the range are deselected instead.
 */
export function ranged(selection: Selection, entries: readonly Entry[], entry: Entry): Selection {
  const files = filesIn(entries)
  const last = [...selection.keys()].findLast((path) => files.some((file) => file.path === path))
  if (last === undefined) return toggled(selection, entry)
  const ends = [last, entry.path].map((path) => files.findIndex((file) => file.path === path))
  const range = files.slice(Math.min(...ends), Math.max(...ends) + 1)
  const next = new Map(selection)
  for (const file of range)
    if (!selection.has(entry.path)) next.set(file.path, file)
    else if (file.path !== entry.path) next.delete(file.path)
  return next
}

/** Adds all files of a folder to the selection. */
export const allSelected = (selection: Selection, entries: readonly Entry[]): Selection =>
  new Map([...selection, ...filesIn(entries).map((file) => [file.path, file] as const)])

/** Selects all files of a folder, or deselects them when all are selected. */
export function allToggled(selection: Selection, entries: readonly Entry[]): Selection {
  if (selectionStateOf(selection, entries) !== 'all') return allSelected(selection, entries)
  const next = new Map(selection)
  for (const { path } of filesIn(entries)) next.delete(path)
  return next
}

/** How much of a folder is selected, for its checkbox. */
export function selectionStateOf(selection: Selection, entries: readonly Entry[]): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none'
  const files = filesIn(entries)
  const count = files.filter(({ path }) => selection.has(path)).length
  if (count === 0) return 'none'
  return count === files.length ? 'all' : 'some'
}

/** Deselects the files below a folder. */
export const deselectedBelow = (selection: Selection, folder: string): Selection =>
  new Map([...selection].filter(([path]) => !path.startsWith(folder === '' ? '' : `${folder}/`)))
