import type { Page } from '@playwright/test'

/** What the browser prints as a warning or an error, whatever it is about. */
export function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${new URL(page.url()).pathname}: ${message.text()} (${message.location().url})`)
  })
  return complaints
}
