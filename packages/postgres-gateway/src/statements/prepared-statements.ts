import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import type { Settings } from '../servers/server-settings.ts'
import { NO_TRAITS, type StatementTraits, traitsOf } from './statement-traits.ts'

/** Server connections name clients' statements with this prefix and a number. */
export const SERVER_NAME_PREFIX = 'basalt_'
export const SERVER_NAME = /basalt_\d+/g
/** A statement that only exists so that a client's DEALLOCATE can drop it instead of a shared one. */
export const SPARE = 'basalt_spare'

const UNNAMED_PORTAL = Buffer.alloc(1)

/** A prepared statement, shared by all clients that prepared the same text under the same settings. */
export class PreparedStatement {
  /** Its name on server connections, empty for the unnamed one. Unique within a pool, and never reused. */
  readonly name: string
  /** What follows the name in the Parse message, as bytes in a `latin1` string: the text, a zero, the parameter types. */
  readonly rest: string
  /** What the text does to the session. */
  readonly traits: StatementTraits
  /** Set for a DEALLOCATE of the client's statement of this name; the server drops the spare statement instead. */
  readonly deallocates: string | undefined
  #bindHead: Buffer | undefined

  constructor(name: string, rest: string, traits: StatementTraits, deallocates?: string) {
    this.name = name
    this.rest = rest
    this.traits = traits
    this.deallocates = deallocates
  }

  /** The start of a Bind to the unnamed portal; the buffer is valid until the next call. */
  bindHead(restBytes: number): Buffer {
    this.#bindHead ??= clientMessages.bindHead(UNNAMED_PORTAL, this.name, 0)
    this.#bindHead.writeUInt32BE(this.#bindHead.length - 1 + restBytes, 1)
    return this.#bindHead
  }
}

/** The statements that the clients of one pool have prepared, so that a server connection prepares each only once. */
export class PreparedStatements {
  #byKey = new Map<string, { statement: PreparedStatement; users: number }>()
  #keys = new Map<PreparedStatement, string>()
  #settingsIds = new WeakMap<Settings, number>()
  #settingsCount = 0
  #count = 0

  get size() {
    return this.#byKey.size
  }

  /** Returns the statement for a text and counts a use of it; each use has to be released. */
  claim(settings: Settings, rest: string): PreparedStatement {
    // A literal such as a date is parsed when it is prepared, with the settings of that moment.
    const key = `${this.#idOf(settings)}\0${rest}`
    const known = this.#byKey.get(key)
    if (known) {
      known.users += 1
      return known.statement
    }
    const statement = statementOf(SERVER_NAME_PREFIX + ++this.#count, rest)
    this.#byKey.set(key, { statement, users: 1 })
    this.#keys.set(statement, key)
    return statement
  }

  release(statement: PreparedStatement) {
    const key = this.#keys.get(statement)
    const known = key === undefined ? undefined : this.#byKey.get(key)
    if (key === undefined || !known || --known.users > 0) return
    this.#byKey.delete(key)
    this.#keys.delete(statement)
  }

  /**
   * SQL that the server runs instead of a DEALLOCATE of the client's statement, which others may use: it fails in the
   * same transactions, and drops a statement that no client has.
   */
  deallocateStandIn(): string {
    const name = SERVER_NAME_PREFIX + ++this.#count
    return `prepare ${name} as select; deallocate ${name}`
  }

  #idOf(settings: Settings) {
    const id = this.#settingsIds.get(settings) ?? ++this.#settingsCount
    this.#settingsIds.set(settings, id)
    return id
  }
}

/** `isPlain`: the text certainly has no traits. */
export const unnamedStatement = (rest: string, isPlain: boolean): PreparedStatement =>
  isPlain ? new PreparedStatement('', rest, NO_TRAITS) : statementOf('', rest)

function statementOf(name: string, rest: string): PreparedStatement {
  const traits = traitsOf(textOf(rest))
  const { deallocates } = traits
  if (deallocates === undefined) return new PreparedStatement(name, rest, traits)
  const parameters = rest.slice(rest.indexOf('\0'))
  return new PreparedStatement(name, `deallocate ${SPARE}${parameters}`, NO_TRAITS, deallocates)
}

const textOf = (rest: string) => rest.slice(0, rest.indexOf('\0'))
