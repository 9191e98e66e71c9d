import type { ServerConnection } from '../servers/server-connection.ts'
import type { PreparedStatement } from '../statements/prepared-statements.ts'

/** A client's unnamed statement, and the one its server connection has. */
export class UnnamedStatement {
  statement: PreparedStatement | undefined
  /** Grows with every change, so that a change is undone only while it is the newest. */
  #version = 0

  /** Replaces the statement; returns a function that undoes this when the server did not execute it. */
  replace(server: ServerConnection, statement: PreparedStatement | undefined): (wasReached: boolean) => void {
    const before = { ours: this.statement, theirs: server.unnamed, version: this.#version }
    const version = ++this.#version
    this.statement = statement
    server.unnamed = statement
    // A Parse that fails drops the previous statement; one that was skipped does not.
    return (wasReached) => {
      if (this.#version !== version) return
      this.#version = before.version
      this.statement = wasReached ? undefined : before.ours
      server.unnamed = wasReached ? undefined : before.theirs
    }
  }

  /** Called for a simple query, which drops it. */
  drop(server: ServerConnection | undefined) {
    this.#version += 1
    this.statement = undefined
    if (server) server.unnamed = undefined
  }
}
