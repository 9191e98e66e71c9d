/** Where the gateway reads the time and sets timers; a simulation brings its own, so that one seed is one run. */
export interface Clock {
  /** Milliseconds from a fixed moment; never goes back. */
  now(): number
  /** Calls once after that many milliseconds. The timer does not keep the process alive. */
  after(ms: number, call: () => void): Timer
}

export interface Timer {
  cancel(): void
}

export const processClock: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms).unref()
    return { cancel: () => clearTimeout(timer) }
  },
}
