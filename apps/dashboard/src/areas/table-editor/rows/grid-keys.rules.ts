interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** An end of the table, a column, or both. */
interface KeyGoal {
  readonly end?: 'first' | 'last'
  readonly column?: number
}

/** Where a key leads beyond what the grid does itself. `first` and `last` are the places of the outermost columns. */
export function goalOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey, first: number, last: number) {
  if (altKey || shiftKey) return undefined
  if (!ctrlKey && !metaKey) return key === 'Home' ? { column: first } : undefined
  const goals: Readonly<Record<string, KeyGoal>> = {
    ArrowUp: { end: 'first' },
    ArrowDown: { end: 'last' },
    ArrowLeft: { column: first },
    ArrowRight: { column: last },
    Home: { end: 'first', column: first },
    End: { end: 'last', column: last },
  }
  return goals[key]
}

/** What a key does to the values of the selected cells; undefined for a key that leaves them alone. */
export function cellActionOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: PressedKey): 'fillDown' | 'clear' | undefined {
  if (altKey || shiftKey) return undefined
  const isMod = ctrlKey || metaKey
  if (isMod && key.toLowerCase() === 'd') return 'fillDown'
  return !isMod && key === 'Delete' ? 'clear' : undefined
}

/** A key that types a character. The space bar with Shift selects the line. */
export const isText = ({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !(key === ' ' && shiftKey)

/** Opens the menu of a column or of cells. */
export const isMenuKey = ({ key, shiftKey, altKey }: PressedKey) =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey)
