/**
 * Until which time the server's end of the log, as it names it, covers every commit. PostgreSQL reads its end before it takes
 * the time of a message, so commits of the moments in between are not covered by that time. They are by the time of an
 * earlier message: the end in a message with data was read after the message before it was sent, and that in an answer after
 * the answer before, because the server sends all data that there is between two answers.
 */
export class CoveredTime {
  #messages = 0
  #last: { message: number; time: bigint } | undefined
  #lastAnswer: { message: number; time: bigint } | undefined
  #covered: { message: number; time: bigint } | undefined

  /** In microseconds since 2000; undefined until it is known. */
  get until(): bigint | undefined {
    return this.#covered?.time
  }

  /** A stream begins, perhaps after another one. Its first answer may come before its first data. */
  begins() {
    this.#lastAnswer = undefined
  }

  /** A message with data, and its time. */
  data(time: bigint) {
    this.#cover(this.#last)
    this.#last = { message: ++this.#messages, time }
  }

  /** A message without data. An answer is one that was asked for, after the answer before had arrived. */
  keepalive(time: bigint, { isAnswer }: { isAnswer: boolean }) {
    this.#last = { message: ++this.#messages, time }
    if (!isAnswer) return
    this.#cover(this.#lastAnswer)
    this.#lastAnswer = this.#last
  }

  /** By the order of messages: the clock of the server may be set back. */
  #cover(moment: { message: number; time: bigint } | undefined) {
    if (moment && moment.message > (this.#covered?.message ?? 0)) this.#covered = moment
  }
}
