import type { Page } from '@playwright/test'

/** Collects all warnings and errors in the browser's console. */
export function consoleMessagesOf(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${new URL(page.url()).pathname}: ${message.text()} (${message.location().url})`)
  })
  return complaints
}
