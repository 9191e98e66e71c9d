/** The longest pause between G and the letter after it. */
export const GO_TO_WINDOW_MS = 1500

export interface GoToPress {
  key: string
  /** Pressed with Ctrl, Alt or Meta. */
  isModified: boolean
  /** Pressed in an element that handles letters itself: a field, an editor, a menu or a dialog. */
  isTyped: boolean
  /** In milliseconds, on any clock. */
  at: number
}

/**
 * The next state of the go-to shortcut after a key: `armedAt` is when G was pressed, while it waits for its letter;
 * `letter` selects the page to open.
 */
export function goToStep(
  armedAt: number | undefined,
  { key, isModified, isTyped, at }: GoToPress,
): { armedAt?: number; letter?: string } {
  if (isModified || isTyped) return {}
  const letter = key.toLowerCase()
  if (armedAt !== undefined && at - armedAt <= GO_TO_WINDOW_MS && letter.length === 1) return { letter }
  return letter === 'g' ? { armedAt: at } : {}
}
