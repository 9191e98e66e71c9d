/**
 * Whether the caller of a request has disconnected. It has one listener at a time, because a call waits for one thing
 * at a time. An AbortSignal, which can have many, takes 1 % of a short call.
 */
export class Disconnect {
  private reason: Error | undefined
  private listener: ((reason: Error) => void) | undefined

  /** Calls the listener, if there is one. Only the first call has an effect. */
  report(reason: Error) {
    if (this.reason !== undefined) return
    this.reason = reason
    this.listener?.(reason)
  }

  /** Throws the reason once the caller has disconnected. */
  throwIfReported() {
    if (this.reason !== undefined) throw this.reason
  }

  /** Replaces the listener; undefined removes it. */
  listen(listener: ((reason: Error) => void) | undefined) {
    this.listener = listener
  }
}
