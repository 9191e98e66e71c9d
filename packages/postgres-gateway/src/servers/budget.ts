/** A pool, as its budget sees it. */
export interface Member {
  /** Connections that are open or being opened. */
  readonly size: number
  /** Connections that are closing, and still count at the server. */
  readonly closing: number
  readonly idle: number
  readonly waiting: number
  /** Server connections that the group's pools leave free, according to this pool's newest login. */
  readonly reservedConnections: number
  /** Closes an idle connection. */
  giveWay(): void
  /** Checks whether a waiting client can be served. */
  serve(): void
}

/**
 * The server connections that all pools of one group share. While there are enough, each pool may grow to its own size.
 * Otherwise idle connections of other pools are closed for waiting clients, and a pool above its share gives one up
 * whenever a client returns it.
 */
export class Budget {
  #serverLimit: number | undefined
  readonly #members = new Set<Member>()
  /** Pools with clients that wait for room. */
  readonly #starving = new Set<Member>()
  #used = 0

  /** How many connections the server accepts from ordinary roles; undefined until the first one has asked it. */
  get serverLimit() {
    return this.#serverLimit
  }

  setServerLimit(limit: number) {
    this.#serverLimit = limit
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

  /** The most that all pools together may have, from the view of this one; at least one. */
  maxOf({ reservedConnections }: Member): number {
    return this.#serverLimit === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(1, this.#serverLimit - reservedConnections)
  }

  /** Reserves one more connection. False when none is available; `serve` is called once one may be. */
  acquire(member: Member): boolean {
    // The first connection goes alone: it asks the server for its limit.
    const room = this.#serverLimit === undefined ? 1 : this.maxOf(member)
    if (this.#used < room) {
      this.#starving.delete(member)
      this.#used += 1
      return true
    }
    this.#starving.add(member)
    this.#requestRoom()
    return false
  }

  /** Called when a connection was closed, or could not be opened. */
  release() {
    this.#used -= 1
    // A server that was stopped may come back with other settings.
    if (this.#used === 0) this.#serverLimit = undefined
    this.#serveNext()
  }

  /** Called when no client waits in this pool any longer. */
  stopWaiting(member: Member) {
    this.#starving.delete(member)
  }

  /** Whether a pool must close a returned connection, because a pool with fewer connections has waiting clients. */
  mustGiveWay(member: Member): boolean {
    if (this.#starving.size === 0) return false
    const own = member.size - member.closing
    for (const other of this.#starving) {
      if (other === member) continue
      const has = other.size - other.closing
      // Afterwards the other must not have more than this one; but a pool without any connection always gets one.
      if (has === 0 || has + 1 < own) return this.#leaving() < this.#starving.size
    }
    return false
  }

  #leaving() {
    let leaving = 0
    for (const { closing } of this.#members) leaving += closing
    return leaving
  }

  #requestRoom() {
    let wanted = 0
    for (const { waiting } of this.#starving) wanted += waiting
    if (this.#leaving() >= wanted) return
    let largest: Member | undefined
    for (const member of this.#members)
      if (member.idle > 0 && member.waiting === 0 && member.size > (largest?.size ?? 0)) largest = member
    largest?.giveWay()
  }

  /** The pool with the fewest connections comes first. */
  #serveNext() {
    for (const member of [...this.#starving].sort((one, other) => one.size - other.size)) member.serve()
  }
}
