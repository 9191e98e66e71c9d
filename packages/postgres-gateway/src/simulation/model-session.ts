/** An error of the model, with its SQLSTATE. */
export class ModelError extends Error {
  readonly sqlstate: string
  readonly isFatal: boolean

  constructor(sqlstate: string, message: string, { isFatal = false } = {}) {
    super(message)
    this.sqlstate = sqlstate
    this.isFatal = isFatal
  }
}

/** The result of a statement. */
export interface Outcome {
  tag: string
  /** Undefined for a statement without a result set. */
  rows?: (string | null)[][]
  notice?: string
  copyIn?: true
  copyOut?: string[]
}

/** The prepared statements of a session. */
export interface Statements {
  /** @throws ModelError when the name is in use */
  prepare(name: string, sql: string): void
  /** Drops all when no name is given. @throws ModelError when the name does not exist */
  deallocate(name: string | undefined): void
}

/** The committed tokens, in order: the only state that sessions of the model share. */
export class ModelDatabase {
  readonly rows: string[] = []
}

const DEFAULTS: Readonly<Record<string, string>> = {
  application_name: '',
  timezone: 'UTC',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  work_mem: '4MB',
  lock_timeout: '0',
  max_connections: '60',
}
/** Their names in ParameterStatus. */
export const REPORTED: Readonly<Record<string, string>> = {
  application_name: 'application_name',
  timezone: 'TimeZone',
  client_encoding: 'client_encoding',
  standard_conforming_strings: 'standard_conforming_strings',
}
const ENDS_BLOCK = /^(?:commit|rollback)$/

/**
 * The parts of a PostgreSQL session that the simulated clients use: transactions, settings that a rollback undoes, and
 * one table of tokens. The oracle and the simulated servers share this model.
 */
export class ModelSession {
  status: 'I' | 'T' | 'E' = 'I'
  readonly #database: ModelDatabase
  readonly #startup: ReadonlyMap<string, string>
  #settings: Map<string, string>
  #before: Map<string, string> | undefined
  #local = new Map<string, string>()
  #uncommitted: string[] = []
  #statements: Statements = { prepare: () => undefined, deallocate: () => undefined }

  constructor(database: ModelDatabase, startup: ReadonlyMap<string, string>) {
    this.#database = database
    this.#startup = new Map([...startup].map(([name, value]) => [name.toLowerCase(), value]))
    for (const name of this.#startup.keys()) knownSetting(name)
    this.#settings = new Map(this.#startup)
  }

  /** Sets the statements that PREPARE and DEALLOCATE act on. */
  bindStatements(statements: Statements) {
    this.#statements = statements
  }

  setting(name: string): string {
    return this.#local.get(name) ?? this.#settings.get(name) ?? DEFAULTS[name]!
  }

  /** The values that ParameterStatus reports. */
  reported(): Map<string, string> {
    return new Map(Object.entries(REPORTED).map(([name, reported]) => [reported, this.setting(name)]))
  }

  /** How long a statement sleeps before it takes effect: the argument of `pg_sleep`. */
  static durationOf(sql: string): number {
    return Number(/pg_sleep\((\d+)\)/.exec(sql)?.[1] ?? 0)
  }

  /** @throws ModelError in a transaction that has failed, unless the statement ends it */
  checkNotFailed(sql: string) {
    if (this.status === 'E' && !ENDS_BLOCK.test(sql))
      throw new ModelError('25P02', 'current transaction is aborted')
  }

  /** Outside a block, commits the statements since the last one ended. */
  endImplicit() {
    if (this.status === 'I') this.#commit()
  }

  fail() {
    if (this.status === 'I') this.#rollback()
    else this.status = 'E'
  }

  /** Undoes what the end of the session undoes. */
  abandon() {
    this.#rollback()
  }

  insert(tokens: readonly string[]) {
    this.#begun()
    this.#uncommitted.push(...tokens)
  }

  /** @throws ModelError */
  execute(sql: string, parameters: readonly string[] = []): Outcome {
    this.checkNotFailed(sql)
    const [, verb = ''] = /^(\w+)/.exec(sql) ?? []
    if (verb === 'select') return this.#select(sql, parameters)
    if (verb === 'insert') {
      this.insert([/'([^']*)'/.exec(sql)![1]!])
      return { tag: 'INSERT 0 1' }
    }
    if (sql.startsWith('copy missing')) throw new ModelError('42P01', 'relation "missing" does not exist')
    if (verb === 'copy')
      return sql.endsWith('from stdin')
        ? { tag: 'COPY', copyIn: true }
        : { tag: 'COPY 3', copyOut: ['1', '2', '3'].map((line) => `${/'([^']*)'/.exec(sql)?.[1]}-${line}`) }
    if (verb === 'notice') return { tag: 'DO', notice: /'([^']*)'/.exec(sql)![1]! }
    return this.#control(verb, sql)
  }

  #select(sql: string, parameters: readonly string[]): Outcome {
    this.#begun()
    const rest = sql.slice('select '.length)
    if (rest === 'fail') throw new ModelError('22012', 'division by zero')
    const mine = /^mine\('([^']*)'\)$/.exec(rest)
    if (mine) {
      const seen = [...this.#database.rows, ...this.#uncommitted].filter((row) => row.startsWith(mine[1]!))
      return { tag: 'SELECT 1', rows: [[seen.join(',')]] }
    }
    const many = /^many\((\d+), '([^']*)'\)$/.exec(rest)
    if (many) {
      const count = Number(many[1])
      return {
        tag: `SELECT ${count}`,
        rows: Array.from({ length: count }, (_, row) => [`${many[2]}#${row}`]),
      }
    }
    const row = [...rest.matchAll(/E?'([^']*)'(?:, E'([^']*)')?|\$(\d)/g)].map(
      ([all, first, second, parameter]) => {
        if (parameter !== undefined) return parameters[Number(parameter) - 1] ?? null
        if (!all.startsWith('E')) return first!
        if (second === undefined) return first! in DEFAULTS ? this.setting(first!) : null
        this.#set(first!, second)
        return second
      },
    )
    return { tag: 'SELECT 1', rows: [row.length > 0 ? row : ['']] }
  }

  #control(verb: string, sql: string): Outcome {
    if (verb === 'begin') {
      this.#begun()
      const isOpen = this.status !== 'I'
      this.status = 'T'
      return { tag: 'BEGIN', ...(isOpen && { notice: 'there is already a transaction in progress' }) }
    }
    if (verb === 'commit' || verb === 'rollback') {
      const isCommit = verb === 'commit' && this.status !== 'E'
      const isOpen = this.status !== 'I'
      this.status = 'I'
      if (isCommit) this.#commit()
      else this.#rollback()
      return {
        tag: isCommit ? 'COMMIT' : 'ROLLBACK',
        ...(!isOpen && { notice: 'there is no transaction in progress' }),
      }
    }
    if (verb === 'show') return { tag: 'SHOW', rows: [[this.setting(knownSetting(sql.slice(5)))]] }
    if (verb === 'prepare') {
      const [, name, text] = /^prepare (\w+) as (.*)$/.exec(sql)!
      this.#statements.prepare(name!, text!)
      return { tag: 'PREPARE' }
    }
    if (verb === 'deallocate') {
      const name = sql.slice('deallocate '.length)
      this.#statements.deallocate(name === 'all' ? undefined : name)
      return { tag: name === 'all' ? 'DEALLOCATE ALL' : 'DEALLOCATE' }
    }
    if (verb === 'discard') return this.#discard(sql)
    if (verb === 'reset') {
      this.#begun()
      const name = knownSetting(sql.slice(6).replaceAll('"', ''))
      this.#local.delete(name)
      const value = this.#startup.get(name)
      if (value === undefined) this.#settings.delete(name)
      else this.#settings.set(name, value)
      return { tag: 'RESET' }
    }
    const set = /^set (local )?(\w+) = '([^']*)'$/.exec(sql)
    if (!set) throw new ModelError('42601', 'syntax error')
    this.#begun()
    if (set[1] === undefined) this.#set(set[2]!, set[3]!)
    else if (this.status === 'T') this.#local.set(knownSetting(set[2]!), set[3]!)
    return { tag: 'SET' }
  }

  #discard(sql: string): Outcome {
    if (sql !== 'discard all') return { tag: 'DISCARD SEQUENCES' }
    if (this.status !== 'I')
      throw new ModelError('25001', 'DISCARD ALL cannot run inside a transaction block')
    this.#settings = new Map(this.#startup)
    this.#statements.deallocate(undefined)
    return { tag: 'DISCARD ALL' }
  }

  #set(name: string, value: string) {
    this.#begun()
    this.#local.delete(name)
    this.#settings.set(knownSetting(name), value)
  }

  #begun() {
    this.#before ??= new Map(this.#settings)
  }

  #commit() {
    this.#database.rows.push(...this.#uncommitted)
    this.#forget()
  }

  #rollback() {
    if (this.#before) this.#settings = this.#before
    this.#forget()
  }

  #forget() {
    this.#uncommitted = []
    this.#before = undefined
    this.#local.clear()
  }
}

function knownSetting(name: string): string {
  const known = name.toLowerCase()
  if (!(known in DEFAULTS)) throw new ModelError('42704', `unrecognized configuration parameter "${name}"`)
  return known
}
