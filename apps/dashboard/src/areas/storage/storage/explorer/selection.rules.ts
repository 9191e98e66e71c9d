import type { Entry } from './entry.rules.ts'

/** Chosen files by their path, in the order in which they were chosen. */
export type Selection = ReadonlyMap<string, Entry>

export const nothingSelected: Selection = new Map()

/** Folders are opened, not chosen, and what is on its way is not there yet. */
export const isSelectable = ({ isFolder, state }: Entry) => !isFolder && state !== 'arriving'
/** What of a folder can be chosen. */
export const filesIn = (entries: readonly Entry[]) => entries.filter(isSelectable)

export function toggled(selection: Selection, entry: Entry): Selection {
  const next = new Map(selection)
  if (!next.delete(entry.path)) next.set(entry.path, entry)
  return next
}

/**
 * With Shift: everything from the file that was chosen last up to this one. If this one is chosen already, the others
 * of the range are given up instead.
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

/** All files of a folder, beside what is chosen elsewhere. */
export const allChosen = (selection: Selection, entries: readonly Entry[]): Selection =>
  new Map([...selection, ...filesIn(entries).map((file) => [file.path, file] as const)])

/** All files of a folder, or none of them when all are chosen already. */
export function allToggled(selection: Selection, entries: readonly Entry[]): Selection {
  if (shareOf(selection, entries) !== 'all') return allChosen(selection, entries)
  const next = new Map(selection)
  for (const { path } of filesIn(entries)) next.delete(path)
  return next
}

/** What of a folder is chosen: for its box. */
export function shareOf(selection: Selection, entries: readonly Entry[]): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none'
  const files = filesIn(entries)
  const count = files.filter(({ path }) => selection.has(path)).length
  if (count === 0) return 'none'
  return count === files.length ? 'all' : 'some'
}

/** Without what lies below a folder that is about to be left. */
export const withoutBelow = (selection: Selection, folder: string): Selection =>
  new Map([...selection].filter(([path]) => !path.startsWith(folder === '' ? '' : `${folder}/`)))
