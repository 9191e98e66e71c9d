const FIELDS = [
  'input:not([type="hidden"], [tabindex="-1"], [aria-hidden="true"], [readonly], :disabled)',
  'textarea:not([readonly], :disabled)',
  '[role="combobox"]:not([aria-disabled="true"], :disabled)',
  ...['radio', 'checkbox', 'switch'].map(
    (role) => `[role="${role}"]:not([tabindex="-1"], [aria-disabled="true"], :disabled)`,
  ),
].join(', ')
/** DialogFooter puts the primary action last. */
const PRIMARY_ACTION = 'footer > :last-child > button:last-of-type'

/**
 * The element that a dialog focuses when it opens: what its content has focused, else its first field, its primary
 * action, or the dialog. Never the close button, and no field after a touch, which would open the keyboard.
 */
export function firstFocus(popup: HTMLElement | null, openedBy: string): HTMLElement | null {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && popup?.contains(activeElement)) return activeElement
  if (openedBy === 'touch') return popup
  return (
    popup?.querySelector<HTMLElement>(FIELDS) ?? popup?.querySelector<HTMLElement>(PRIMARY_ACTION) ?? popup
  )
}
