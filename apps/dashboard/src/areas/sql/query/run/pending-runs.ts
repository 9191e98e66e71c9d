/**
 * Documents to run as soon as they are opened. Held only in memory: if the URL could run SQL, any link could.
 */
const pending = new Set<string>()

export const runOnOpen = (documentId: string): void => void pending.add(documentId)

/** Returns whether the document should run, and clears the request. */
export const takePendingRun = (documentId: string): boolean => pending.delete(documentId)
