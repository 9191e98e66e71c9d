/**
 * Documents that are to be run once they are shown. Kept in the page's memory only: an address that runs SQL would
 * let any link run it.
 */
const pending = new Set<string>()

export const runWhenShown = (documentId: string): void => void pending.add(documentId)

/** Whether the document was to be run; asked for once. */
export const takePendingRun = (documentId: string): boolean => pending.delete(documentId)
