/** Why work ended before it was done: somebody cancelled it. That is no failure. */
export class WorkCancelled extends Error {
  constructor() {
    super('This was cancelled')
    this.name = 'WorkCancelled'
  }
}

/** Takes a cancellation for an end like any other. For `catch`. */
export function ignoreCancelled(error: unknown): undefined {
  if (!(error instanceof WorkCancelled)) throw error
  return undefined
}
