/**
 * Copies text. Outside a secure context (plain http on another machine) the Clipboard API is missing, so it falls
 * back to the old copy command. Throws when neither is allowed.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const carrier = document.createElement('textarea')
  carrier.value = text
  carrier.readOnly = true
  carrier.style.position = 'fixed'
  carrier.style.opacity = '0'
  // Inside an open dialog, focus may not leave it.
  const host = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  const previous = document.activeElement
  host.append(carrier)
  try {
    carrier.focus()
    carrier.select()
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy')
  } finally {
    carrier.remove()
    if (previous instanceof HTMLElement) previous.focus()
  }
}
