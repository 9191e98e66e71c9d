/**
 * Copies a text that is still loading. Browsers allow copying only right after a user action, unless the clipboard is
 * given a promise then. Rejects with the error of the text or of the browser.
 */
export async function copyAsyncText(text: () => Promise<string>): Promise<void> {
  if (navigator.clipboard === undefined || typeof ClipboardItem === 'undefined') return copyText(await text())
  const pendingText = text()
  // The browser only reports that there was nothing to copy; the promise has the reason.
  const [copied, loaded] = await Promise.allSettled([
    navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': pendingText.then((text) => new Blob([text], { type: 'text/plain' })),
      }),
    ]),
    pendingText,
  ])
  if (loaded.status === 'rejected') throw loaded.reason
  if (copied.status === 'rejected') throw copied.reason
}

/**
 * Copies text. Without a secure context (plain HTTP on another machine) there is no Clipboard API and the `copy`
 * command is used instead. Throws when neither is allowed.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const textArea = document.createElement('textarea')
  textArea.value = text
  textArea.readOnly = true
  textArea.style.position = 'fixed'
  textArea.style.opacity = '0'
  // An open dialog traps focus.
  const host = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  const previous = document.activeElement
  host.append(textArea)
  try {
    textArea.focus()
    textArea.select()
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy')
  } finally {
    textArea.remove()
    if (previous instanceof HTMLElement) previous.focus()
  }
}
