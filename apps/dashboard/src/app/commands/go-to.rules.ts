/** Between G and the letter that follows it. */
export const GO_TO_WINDOW_MS = 1500

export interface GoToPress {
  key: string
  /** A modifier that makes a command of the letter. */
  isModified: boolean
  /** Typed into something that has a use of its own for letters: a field, an editor, a menu or a dialog. */
  isTyped: boolean
  /** Milliseconds since any moment. */
  at: number
}

/**
 * What a key means to somebody who goes to pages by key: `armedAt` is when G was pressed, if it still waits for its
 * letter, and `letter` the page to go to.
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
