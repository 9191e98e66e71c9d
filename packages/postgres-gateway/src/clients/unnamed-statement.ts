import type { ServerConnection } from '../servers/server-connection.ts'
import type { PreparedStatement } from '../statements/prepared-statements.ts'

/** The one statement of a client that has no name, and which one its server connection has. */
export class UnnamedStatement {
  statement: PreparedStatement | undefined
  /** Grows with every change, so that what came to nothing is undone only while nothing newer is known. */
  #version = 0

  /** From now on it is this one; answers how to undo that should the server not come to it. */
  replace(server: ServerConnection, statement: PreparedStatement | undefined): (wasReached: boolean) => void {
    const before = { ours: this.statement, theirs: server.unnamed, version: this.#version }
    const version = ++this.#version
    this.statement = statement
    server.unnamed = statement
    // A text that is wrong drops the statement before it; one that was never looked at does not.
    return (wasReached) => {
      if (this.#version !== version) return
      this.#version = before.version
      this.statement = wasReached ? undefined : before.ours
      server.unnamed = wasReached ? undefined : before.theirs
    }
  }

  /** A simple query drops it. */
  drop(server: ServerConnection | undefined) {
    this.#version += 1
    this.statement = undefined
    if (server) server.unnamed = undefined
  }
}
