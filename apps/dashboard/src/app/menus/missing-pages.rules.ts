/**
 * Pages in the menus that do not exist yet. Their lines are hidden until the page is built and removed from this list,
 * which a test compares with the routes.
 */
export const missingPages: readonly string[] = [
  '/project/$ref/functions',
  '/project/$ref/functions/secrets',
  '/project/$ref/realtime/inspector',
  '/project/$ref/reports',
  '/project/$ref/integrations/vault/overview',
]

const missing = new Set(missingPages)

export const isMissing = (route: string) => missing.has(route)
