/** A pool as its budget sees it. */
export interface Member {
  /** Connections that are open or being opened. */
  readonly size: number
  /** Connections that are closing, and still count at the server. */
  readonly closing: number
  readonly idle: number
  readonly waiting: number
  /** Server connections that the group's pools leave to others, according to this pool's newest login. */
  readonly leavesToOthers: number
  /** Closes an idle connection. */
  giveWay(): void
  /** Checks whether a waiting client can be served. */
  serve(): void
}

/**
 * The server connections that all pools of one group share. While there is room, each pool may grow to its own size.
 * When there is none, idle connections of other pools are closed for waiting clients, and a pool with more than its
 * share gives one up whenever a client returns it.
 */
export class Budget {
  #serverTakes: number | undefined
  readonly #members = new Set<Member>()
  /** Pools with clients that wait for room. */
  readonly #starving = new Set<Member>()
  #used = 0

  /** Connections that the server takes from ordinary roles; undefined until it has been asked. */
  get serverTakes() {
    return this.#serverTakes
  }

  /** The first connection to the server has reported its limit. */
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

  /** The most that all pools together may have, as one of them sees it; at least one. */
  maxOf({ leavesToOthers }: Member): number {
    return this.#serverTakes === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(1, this.#serverTakes - leavesToOthers)
  }

  /** Reserves room for one more connection. False when there is none yet; `serve` is called once there may be. */
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

  /** A connection was closed, or could not be opened. */
  release() {
    this.#used -= 1
    // A server that was stopped may come back with other settings.
    if (this.#used === 0) this.#serverTakes = undefined
    this.#serveNext()
  }

  /** No client waits in this pool any more. */
  isContent(member: Member) {
    this.#starving.delete(member)
  }

  /** Whether a pool has to close a connection that was just returned, because a pool with fewer has waiting clients. */
  mustGiveWay(member: Member): boolean {
    if (this.#starving.size === 0) return false
    const own = member.size - member.closing
    for (const other of this.#starving) {
      if (other === member) continue
      const has = other.size - other.closing
      // After the move, they must not have more than we do; but no pool stays without any.
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
