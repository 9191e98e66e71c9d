/**
 * Copies a text that has yet to come. A browser lets a page copy only right after somebody pressed something; one that
 * takes a promise does not ask again when the text is there. Rejects with what the text or the browser failed by.
 */
export async function copyComing(text: () => Promise<string>): Promise<void> {
  if (navigator.clipboard === undefined || typeof ClipboardItem === 'undefined') return copyText(await text())
  const coming = text()
  // The browser only says that there was nothing to copy; why is known here.
  const [copied, came] = await Promise.allSettled([
    navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': coming.then((said) => new Blob([said], { type: 'text/plain' })) }),
    ]),
    coming,
  ])
  if (came.status === 'rejected') throw came.reason
  if (copied.status === 'rejected') throw copied.reason
}

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
