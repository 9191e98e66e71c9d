/** Sleeping that `wake` ends early. A `wake` between `listen` and `sleep` is not lost. */
export function interruptibleSleep() {
  let wakeUp: () => void = () => undefined
  let isWoken = false
  return {
    /** Forgets the calls of `wake` so far. */
    listen() {
      isWoken = false
    },

    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isWoken) return resolve()
        const timer = setTimeout(resolve, ms).unref()
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      }),

    wake() {
      isWoken = true
      wakeUp()
    },
  }
}
