/** Where the gateway reads the time and sets timers. A simulation has its own, so that a seed repeats a run. */
export interface Clock {
  /** Milliseconds from a fixed moment; never goes back. */
  now(): number
  /** Calls `call` once after `ms` milliseconds. The timer does not keep the process alive. */
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
