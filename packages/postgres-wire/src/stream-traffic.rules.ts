/** Commits that follow each other arrive in a stream of the log as this many messages or more … */
export const BUSY_MESSAGES = 16
/** … without a pause of that many milliseconds … */
export const BUSY_PAUSE_MS = 50
/** … or as this many bytes at once after the stream was left. */
export const BUSY_BYTES = 4096

/**
 * What has arrived in a stream of the log, to decide when it is worth leaving for a moment: while commits follow each other,
 * each of them wakes the process that sends it and the one that receives it. Times are in milliseconds.
 */
export class StreamTraffic {
  #messages = 0
  #bytes = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #isAfterRest = false

  /** A stream begins: the first one, or one after a rest, which brings what was committed meanwhile. */
  begins({ afterRest }: { afterRest: boolean }) {
    this.#messages = 0
    this.#bytes = 0
    this.#isAfterRest = afterRest
  }

  /** A part of the log has arrived. */
  arrived(bytes: number, at: number) {
    if (at - this.#lastAt > BUSY_PAUSE_MS) {
      this.#messages = 0
      // A rest is such a pause itself.
      if (this.#bytes > 0) this.#isAfterRest = false
    }
    this.#lastAt = at
    this.#messages++
    this.#bytes += bytes
  }

  get isBusy(): boolean {
    return this.#messages >= BUSY_MESSAGES || (this.#isAfterRest && this.#bytes >= BUSY_BYTES)
  }
}
