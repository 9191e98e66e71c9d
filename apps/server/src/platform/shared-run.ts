/** Work that is not begun again while it is under way. */
export function sharedRun<T>(work: () => Promise<T>) {
  let underWay: Promise<T> | undefined
  return {
    /** Begins a run, or shares the one that is under way. */
    run() {
      underWay ??= work().finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Resolves once the run under way has ended, whatever became of it. */
    async idle() {
      await underWay?.catch(() => undefined)
    },
  }
}
