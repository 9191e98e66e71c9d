/** Work that has at most one run at a time. */
export function singleFlight<T>(work: () => Promise<T>) {
  let active: Promise<T> | undefined
  return {
    /** Starts a run, or shares the active one. */
    run() {
      active ??= work().finally(() => {
        active = undefined
      })
      return active
    },

    /** Resolves once the active run has ended, even if it failed. */
    async idle() {
      await active?.catch(() => undefined)
    },
  }
}
