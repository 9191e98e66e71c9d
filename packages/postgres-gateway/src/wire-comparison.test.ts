import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'
import { seeded } from './random.fixture.ts'
import { openWire, type WireMessage } from './wire.fixture.ts'

const CLIENTS = 6
const BATCHES = 80
const SEED = 20261121

let fixture: GatewayFixture
beforeEach(async () => {
  fixture = await startGateway({ limits: { preparedPerServerMax: 4 } })
})
afterEach(() => fixture.stop())

test.each(['transaction', 'session'] as const)(
  'pipelined batches get the same replies in %s mode as from PostgreSQL, message by message',
  async (mode) => {
    const { host, port } = fixture.endpoint
    await Promise.all(
      Array.from({ length: mode === 'session' ? 3 : CLIENTS }, async (_, number) => {
        const login = { password: PASSWORD, database: fixture.database }
        const direct = await openWire({ ...login, host, port, user: fixture.role })
        const through = await openWire({ ...login, port: fixture.gateway.ports[mode]!, user: fixture.user })
        const writer = new BatchWriter(number, seeded(SEED + number))
        for (let batch = 0; batch < BATCHES; batch += 1) {
          const { messages, ready, log } = writer.next()
          direct.send(...messages)
          through.send(...messages)
          const [expected, got] = await Promise.all([direct.until(ready), through.until(ready)])
          expect(
            withoutKnownDifferences(got, expected),
            `seed ${SEED}, client ${number}, batch ${batch}: ${log.join(' ')}`,
          ).toEqual(expected)
        }
        direct.close()
        through.close()
      }),
    )
  },
)

/**
 * In a failed transaction, a statement that is not prepared on the connection yet cannot be prepared, so the gateway
 * reports the failed transaction where PostgreSQL reports another error first.
 */
const withoutKnownDifferences = (got: WireMessage[], expected: WireMessage[]) =>
  got.map((message, at) =>
    message.startsWith('E ERROR 25P02') && expected[at]?.startsWith('E ERROR') ? expected[at] : message,
  )

/** Writes batches with randomly chosen statement names: unknown, in use, broken, and those of earlier batches. */
class BatchWriter {
  readonly #client: number
  readonly #random: ReturnType<typeof seeded>

  constructor(client: number, random: ReturnType<typeof seeded>) {
    this.#client = client
    this.#random = random
  }

  next() {
    const { below, oneOf } = this.#random
    const messages: Buffer[] = []
    const log: string[] = []
    let ready = 0
    const add = (text: string, ...parts: Buffer[]) => {
      log.push(text)
      messages.push(...parts)
    }
    const segments = 1 + below(3)
    for (let segment = 0; segment < segments; segment += 1) {
      ready += 1
      if (below(4) === 0) {
        const sql = this.#simple()
        add(`Q[${sql}]`, clientMessages.query(sql))
        continue
      }
      for (let count = 1 + below(5); count > 0; count -= 1) {
        const name = oneOf(['', 'a', 'b', 'c', 'd'])
        const kind = oneOf(['parse', 'parse', 'run', 'run', 'run', 'describe', 'close', 'flush', 'portal'])
        if (kind === 'parse') add(`P(${name})`, clientMessages.parse(name, this.#text(name)))
        else if (kind === 'run') add(`B(${name})E`, bind(name, `${below(50)}`), describePortal, execute)
        else if (kind === 'describe') add(`D(${name})`, clientMessages.describeStatement(name))
        else if (kind === 'close') add(`C(${name})`, clientMessages.closeStatement(name))
        else if (kind === 'portal') add('C(portal)', message(FromClient.close, Buffer.from('P'), cstring('')))
        else add('H', message(FromClient.flush))
      }
      add('S', clientMessages.sync())
    }
    return { messages, ready, log }
  }

  /** Sometimes the same for all clients, but never under two names of one client, because errors contain the name. */
  #text(name: string) {
    const { below, oneOf } = this.#random
    const text = oneOf([
      `select '${name}', $1::text`,
      `select ${this.#client}, ${below(6)}, $1::text`,
      `select ${this.#client} as client, $1::text from generate_series(1, ${below(5)})`,
      'select 1 / ($1::int - 7)',
      'selec $1',
      'begin',
      'commit',
      'rollback',
    ])
    return `/* ${name} */ ${text}\0${int16(0).toString('latin1')}`
  }

  #simple() {
    const { below, oneOf } = this.#random
    return oneOf([
      `select ${this.#client}, ${below(9)}`,
      'begin',
      'commit',
      'rollback',
      'select 1/0',
      '',
      'select 1; select 2',
      'deallocate all',
      'deallocate a',
      'select 1; deallocate a; deallocate b',
      'deallocate nobody',
    ])
  }
}

const describePortal = message(FromClient.describe, Buffer.from('P'), cstring(''))
const execute = message(FromClient.execute, cstring(''), int32(0))

/** With one value; a statement without parameters refuses it, directly as well as through the gateway. */
const bind = (statement: string, value: string) =>
  message(
    FromClient.bind,
    cstring(''),
    cstring(statement),
    int16(0),
    int16(1),
    int32(value.length),
    Buffer.from(value),
    int16(0),
  )
