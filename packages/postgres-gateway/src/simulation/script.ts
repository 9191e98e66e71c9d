import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import type { World } from './world.ts'

/** Messages that a client sends together. */
export interface Batch {
  bytes: Buffer
  /** Whether the client reads all earlier replies before it sends this. */
  waits: boolean
  /** Delay before it is sent, in milliseconds. */
  afterMs: number
  /** The client sends cancel requests until it is answered. */
  isCancelled?: true
}

/** A statement this long only ends when its client cancels it: no client of the simulation stays that long. */
export const ENDLESS_MS = 100 * 60_000

/** How a client disconnects: by Terminate, by closing its socket, by breaking off, or never. */
export type Exit = 'terminate' | 'close' | 'break' | 'stay'

export interface Script {
  name: string
  settings: Map<string, string>
  batches: Batch[]
  exit: Exit
  /** Whether the client reads all replies before it disconnects. */
  readsBeforeExit: boolean
}

const describePortal = message(FromClient.describe, Buffer.from('P'), cstring(''))
const execute = (portal = '', rows = 0) => message(FromClient.execute, cstring(portal), int32(rows))
const flush = message(FromClient.flush)
const copyData = (text: string) => message(FromClient.copyData, Buffer.from(text))
const copyDone = message(FromClient.copyDone)
const copyFail = message(FromClient.copyFail, cstring('no more'))
const closePortal = (name: string) => message(FromClient.close, Buffer.from('P'), cstring(name))
const closeStatement = (name: string) => message(FromClient.close, Buffer.from('S'), cstring(name))
const bind = (statement: string, values: readonly string[], portal = '') =>
  message(
    FromClient.bind,
    cstring(portal),
    cstring(statement),
    int16(0),
    int16(values.length),
    ...values.flatMap((value) => [int32(value.length), Buffer.from(value)]),
    int16(0),
  )

const isReset = (sql: string) => sql.startsWith('reset')

/** Writes a client's random script. Every token in it starts with the client's name and is used once. */
export class ScriptWriter {
  readonly #world: World
  readonly #name: string
  #tokens = 0
  #isInBlock = false

  constructor(world: World, name: string) {
    this.#world = world
    this.#name = name
  }

  write(exits: readonly Exit[], maxBatches: number): Script {
    const { below, oneOf } = this.#world.random
    const settings = new Map<string, string>()
    if (this.#world.chance(40)) settings.set('application_name', oneOf(['one', 'two', this.#name]))
    if (this.#world.chance(15)) settings.set('work_mem', '7MB')
    const exit = oneOf(exits)
    const pace = oneOf([0, 0, 5, 100])
    const isPipelining = this.#world.chance(50)
    const batches = Array.from({ length: 1 + below(maxBatches) }, () => ({
      bytes: Buffer.concat(this.#batch()),
      waits: !(isPipelining && this.#world.chance(60)),
      afterMs: pace === 0 ? 0 : below(pace),
    }))
    return { name: this.#name, settings, batches, exit, readsBeforeExit: this.#world.chance(60) }
  }

  #token() {
    this.#tokens += 1
    return `${this.#name}.${this.#tokens}`
  }

  #batch(): Buffer[] {
    const { below } = this.#world.random
    const kind = below(100)
    if (kind < 45) return this.#simple()
    if (kind < 49) return this.#copyInSimple()
    if (kind < 52) return this.#failingCopyIn()
    if (kind < 58) return [clientMessages.query(`copy '${this.#token()}' to stdout`)]
    if (kind < 62) return [...this.#copyInExtended(), clientMessages.sync()]
    const messages: Buffer[] = []
    for (let count = 1 + below(4); count > 0; count -= 1) messages.push(...this.#extended())
    if (this.#world.chance(10)) messages.push(flush)
    return [...messages, clientMessages.sync()]
  }

  #simple(): Buffer[] {
    const statements = Array.from({ length: this.#world.chance(15) ? 3 : 1 }, () => this.#statement())
    // Within one message, RESET restores the server's defaults: decision 020.
    if (statements.length > 1 && statements.some(isReset)) return [clientMessages.query('select fail')]
    return [clientMessages.query(this.#world.chance(3) ? '' : statements.join('; '))]
  }

  #statement(): string {
    const { below, oneOf } = this.#world.random
    const kind = below(100)
    if (kind < 22) return `select '${this.#token()}'`
    if (kind < 44) return `insert into t values ('${this.#token()}')`
    if (kind < 50) return `insert into t values ('${this.#token()}', pg_sleep(${below(900)}))`
    if (kind < 60) return this.#blockEnd()
    if (kind < 66) return `select mine('${this.#name}.')`
    if (kind < 70) return `select many(${1 + below(60)}, '${this.#token()}')`
    if (kind < 73) return 'select fail'
    if (kind < 76) return `notice '${this.#token()}'`
    if (kind < 84)
      return oneOf([
        `set application_name = '${this.#name}${below(3)}'`,
        `set work_mem = '${1 + below(9)}MB'`,
        `set local lock_timeout = '${below(9)}'`,
        'reset work_mem',
        'reset application_name',
      ])
    if (kind < 94) return `show ${oneOf(['application_name', 'work_mem', 'lock_timeout', 'timezone'])}`
    if (kind < 96) return 'deallocate all'
    return `select pg_sleep(${below(300)})`
  }

  #blockEnd() {
    this.#isInBlock = !this.#isInBlock
    return this.#isInBlock ? 'begin' : this.#world.random.oneOf(['commit', 'commit', 'rollback'])
  }

  #copyInSimple(): Buffer[] {
    return [
      clientMessages.query('copy t from stdin'),
      ...this.#copyRows(),
      this.#world.chance(85) ? copyDone : copyFail,
    ]
  }

  /** Data for a COPY that fails at once, which the server has to discard. */
  #failingCopyIn(): Buffer[] {
    const data = Array.from({ length: this.#world.random.below(4) }, () => copyData('x'.repeat(400)))
    return [clientMessages.query('copy missing from stdin'), ...data, copyDone]
  }

  #copyInExtended(): Buffer[] {
    return [
      clientMessages.parse('', 'copy t from stdin\0\0\0'),
      bind('', []),
      execute(),
      ...this.#copyRows(),
      this.#world.chance(85) ? copyDone : copyFail,
    ]
  }

  #copyRows() {
    const rows = Array.from({ length: this.#world.random.below(4) }, () => `${this.#token()}\n`)
    return rows.map((row) => copyData(row))
  }

  #extended(): Buffer[] {
    const { below, oneOf } = this.#world.random
    const name = oneOf(['', '', 'a', 'b', 'c'])
    const kind = below(100)
    if (kind < 40) {
      const statement = this.#statement()
      const sql = this.#world.chance(50) || isReset(statement) ? `select '${this.#token()}', $1` : statement
      return [
        ...(name !== '' && this.#world.chance(40) ? [closeStatement(name)] : []),
        clientMessages.parse(name, `${sql}\0\0\0`),
        ...(this.#world.chance(20) ? [clientMessages.describeStatement(name)] : []),
        bind(name, sql.includes('$1') ? [this.#token()] : []),
        ...(this.#world.chance(50) ? [describePortal] : []),
        execute(),
      ]
    }
    if (kind < 55)
      // The same text for every client, so that they share the prepared statement.
      return [
        clientMessages.parse(name, `select 'shared ${name}', $1\0\0\0`),
        bind(name, [this.#token()]),
        execute(),
      ]
    if (kind < 75) return [bind(name, [this.#token()]), execute()]
    if (kind < 85)
      return [
        clientMessages.parse('', `select many(${1 + below(7)}, '${this.#token()}')\0\0\0`),
        bind('', [], 'p'),
        execute('p', 1 + below(3)),
        execute('p', 1 + below(3)),
        ...(this.#world.chance(50) ? [closePortal('p')] : []),
      ]
    if (kind < 90) return [clientMessages.describeStatement(name)]
    if (kind < 95) return [closeStatement(name)]
    return [clientMessages.parse(name, 'selec 1\0\0\0')]
  }
}

/** Adds DEALLOCATE of statements prepared by protocol messages, as some drivers send it; of `c` as a simple query. */
export function withDeallocate(world: World, script: Script): Script {
  const batches = script.batches.flatMap((batch) => {
    if (!world.chance(25)) return [batch]
    const name = world.random.oneOf(['a', 'b', 'c', 'all'])
    const sql = `deallocate ${name}`
    const messages =
      name === 'c'
        ? [clientMessages.query(sql)]
        : [clientMessages.parse('', `${sql}\0\0\0`), bind('', []), execute(), clientMessages.sync()]
    return [batch, { bytes: Buffer.concat(messages), waits: world.chance(50), afterMs: 0 }]
  })
  return { ...script, batches }
}

/** Adds slow statements, and some that only end when cancelled. The batch after one of those waits for its end. */
export function withCancelled(world: World, script: Script): Script {
  const batches: Batch[] = []
  for (const batch of script.batches) {
    const isBehind = batches.at(-1)?.isCancelled === true
    batches.push({ ...batch, waits: batch.waits || isBehind })
    // A statement that another client's cancel request could hit.
    if (world.chance(40))
      batches.push({
        bytes: clientMessages.query(`select pg_sleep(${world.random.below(900)})`),
        waits: world.chance(50),
        afterMs: 0,
      })
    if (world.chance(20))
      batches.push({
        bytes: clientMessages.query(`select pg_sleep(${ENDLESS_MS})`),
        waits: true,
        afterMs: world.random.below(100),
        isCancelled: true,
      })
  }
  return {
    ...script,
    batches,
    readsBeforeExit: script.readsBeforeExit || batches.at(-1)!.isCancelled === true,
  }
}

/** A script of long statements and long replies, sent ahead of all replies. */
export function floodScript(world: World, name: string): Script {
  const { below, oneOf } = world.random
  const batches = Array.from({ length: 10 + below(60) }, (_, at) => {
    const padding = `/* ${'x'.repeat(below(12_000))} */`
    const sql = oneOf([
      `insert into t values ('${name}.${at}') ${padding}`,
      `select '${name}.${at}' ${padding}`,
      `select many(${1 + below(3_000)}, '${name}.${at}')`,
      `insert into t values ('${name}.${at}', pg_sleep(${below(900)})) ${padding}`,
      `set work_mem = '${1 + below(9)}MB'`,
    ])
    return { bytes: clientMessages.query(sql), waits: false, afterMs: 0 }
  })
  return { name, settings: new Map(), batches, exit: 'terminate', readsBeforeExit: true }
}
