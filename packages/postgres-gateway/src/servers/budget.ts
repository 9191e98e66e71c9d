/** A pool as its budget sees it. */
export interface Member {
  /** Connections that are open or being opened. */
  readonly size: number
  /** Connections that are closing, and still count at the server. */
  readonly closing: number
  readonly idle: number
  readonly waiting: number
  /** Connections of the server that the pools of the group leave to others, as the newest login of this pool says. */
  readonly leavesToOthers: number
  /** Closes a connection that nobody uses. */
  giveWay(): void
  /** Looks whether somebody who waits can be served. */
  serve(): void
}

/**
 * The server connections that all pools of one group have together. Each pool may have as many as its own size says
 * while there is room. When there is none, idle connections of others are closed for those who wait, and a pool that
 * has more than its share gives one up whenever a client gives it back.
 */
export class Budget {
  #serverTakes: number | undefined
  readonly #members = new Set<Member>()
  /** Pools in which somebody waits for room. */
  readonly #starving = new Set<Member>()
  #used = 0

  /** Connections that the server takes from ordinary roles; undefined until it has been asked. */
  get serverTakes() {
    return this.#serverTakes
  }

  /** The first connection to the server has told how many it takes. */
  learn(serverTakes: number) {
    this.#serverTakes = serverTakes
    this.#serveNext()
  }

  get isEmpty() {
    return this.#members.size === 0
  }

  get used() {
    return this.#used
  }

  join(member: Member) {
    this.#members.add(member)
  }

  leave(member: Member) {
    this.#members.delete(member)
    this.#starving.delete(member)
  }

  /** The most that all pools may have, from the view of one of them; at least one. */
  maxOf({ leavesToOthers }: Member): number {
    return this.#serverTakes === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(1, this.#serverTakes - leavesToOthers)
  }

  /** Takes room for one more connection. False when there is none yet: then `serve` is called once there may be. */
  acquire(member: Member): boolean {
    // Only one goes first: it asks the server.
    const room = this.#serverTakes === undefined ? 1 : this.maxOf(member)
    if (this.#used < room) {
      this.#starving.delete(member)
      this.#used += 1
      return true
    }
    this.#starving.add(member)
    this.#askForRoom()
    return false
  }

  /** A connection is gone, or could not be opened. */
  release() {
    this.#used -= 1
    // A server that was stopped may come back with other settings.
    if (this.#used === 0) this.#serverTakes = undefined
    this.#serveNext()
  }

  /** Nobody waits in this pool any more. */
  isContent(member: Member) {
    this.#starving.delete(member)
  }

  /** Whether a pool has to close a connection that it was just given back, because another has fewer and somebody waits. */
  mustGiveWay(member: Member): boolean {
    if (this.#starving.size === 0) return false
    const own = member.size - member.closing
    for (const other of this.#starving) {
      if (other === member) continue
      const has = other.size - other.closing
      // With one more for them and one less for us, they must not have more than we do; but nobody stays without any.
      if (has === 0 || has + 1 < own) return this.#leaving() < this.#starving.size
    }
    return false
  }

  #leaving() {
    let leaving = 0
    for (const { closing } of this.#members) leaving += closing
    return leaving
  }

  #askForRoom() {
    let wanted = 0
    for (const { waiting } of this.#starving) wanted += waiting
    if (this.#leaving() >= wanted) return
    let richest: Member | undefined
    for (const member of this.#members)
      if (member.idle > 0 && member.waiting === 0 && member.size > (richest?.size ?? 0)) richest = member
    richest?.giveWay()
  }

  /** The pool with the fewest connections comes first. */
  #serveNext() {
    for (const member of [...this.#starving].sort((one, other) => one.size - other.size)) member.serve()
  }
}
