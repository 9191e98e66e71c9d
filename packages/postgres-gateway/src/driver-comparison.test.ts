import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GatewayFixture, startGateway } from './gateway.fixture.ts'
import { seeded } from './random.fixture.ts'

const CLIENTS = 8
const STEPS = 150
const SEED = 20261121

type Random = ReturnType<typeof seeded>
/** What one step sends: a text, or a statement with a name and values. */
type Step = string | { name?: string; text: string; values: unknown[] }

let fixture: GatewayFixture
beforeEach(async () => {
  fixture = await startGateway()
  await fixture.admin.query(`
    create table through (client int, id int, label text, at timestamptz, primary key (client, id));
    create table direct (like through including all);
    grant all on through, direct to ${fixture.role}`)
})
afterEach(() => fixture.stop())

test.each(['transaction', 'session'] as const)(
  `${CLIENTS} clients on three connections get the same answers in %s mode as on direct connections`,
  async (mode) => {
    const clients = mode === 'session' ? 3 : CLIENTS
    await Promise.all(
      Array.from({ length: clients }, async (_, number) => {
        const random = seeded(SEED + number)
        const settings = { options: `-c TimeZone=${['UTC', 'Asia/Tokyo', 'America/Lima'][number % 3]}` }
        const through = await fixture.through(mode, settings)
        const direct = await fixture.direct(settings)
        const story = new Story(number, random)
        for (let step = 0; step < STEPS; step += 1) {
          const one = story.next()
          const [got, expected] = await Promise.all([
            answerOf(through, withTable(one, 'through')),
            answerOf(direct, withTable(one, 'direct')),
          ])
          expect(got, `seed ${SEED}, client ${number}, step ${step}: ${JSON.stringify(one)}`).toEqual(
            expected,
          )
        }
        await Promise.all([through.end(), direct.end()])
      }),
    )
    expect(fixture.pool(mode)?.servers.max).toBe(3)
    const { rows } = await fixture.admin.query(
      '(table through except table direct) union all (table direct except table through)',
    )
    expect(rows).toEqual([])
  },
)

/** Generates a client's statements. Knows whether its transaction is open, as an application does. */
class Story {
  readonly #client: number
  readonly #random: Random
  #isInside = false
  /** Names are not reused after all statements were dropped, because the driver would not know. */
  #epoch = 0
  #id = 0

  constructor(client: number, random: Random) {
    this.#client = client
    this.#random = random
  }

  next(): Step {
    const { oneOf, below } = this.#random
    const kind = oneOf([
      'read',
      'write',
      'named',
      'named',
      'named',
      'setting',
      'show',
      'show',
      'bracket',
      'several',
      'wrong',
      'rows',
      'rare',
    ])
    if (kind === 'read')
      return `select id, label from TABLE where client = ${this.#client} order by id limit 5`
    if (kind === 'write')
      return {
        text: 'insert into TABLE values ($1, $2, $3, $4) returning *',
        values: [this.#client, ++this.#id, `ünïcode ${below(1000)}`, '2026-03-29 02:30:00'],
      }
    if (kind === 'named') return this.#named(below(4))
    if (kind === 'setting') return this.#setting()
    if (kind === 'show')
      return `select current_setting('TimeZone') zone, current_setting('DateStyle') style, coalesce(current_setting('app.tenant', true), '') tenant,
        current_setting('work_mem') memory, timestamptz '2026-01-01 00:00+00' at, current_setting('search_path') path`
    if (kind === 'bracket') return this.#bracket()
    if (kind === 'several')
      return `select ${below(9)} a; update TABLE set label = 'x' where client = ${this.#client} and id = ${below(this.#id + 1)}; select 2 b`
    if (kind === 'wrong')
      return oneOf<Step>([
        'select 1/0',
        'selec 1',
        { text: 'select $1::int', values: ['no number'] },
        'table no_such',
      ])
    if (kind === 'rows')
      return { text: `select n, repeat('x', 50) from generate_series(1, $1::int) n`, values: [below(800)] }
    return this.#rare()
  }

  /** Every client gives another meaning to the same name. */
  #named(which: number): Step {
    const name = `s${which}_${this.#epoch}`
    return {
      name,
      text: `select ${this.#client}::int as client, '${name}' as name, $1::text as value, count(*) from TABLE where client = ${this.#client}`,
      values: [`v${this.#random.below(100)}`],
    }
  }

  #setting(): Step {
    const { oneOf, below } = this.#random
    const scope = this.#isInside ? oneOf(['', 'local ', 'session ']) : oneOf(['', 'session '])
    return oneOf<Step>([
      `set ${scope}timezone to '${oneOf(['UTC', 'Europe/Paris', 'Asia/Tokyo'])}'`,
      `set ${scope}datestyle = 'ISO, ${oneOf(['DMY', 'MDY'])}'`,
      `set ${scope}app.tenant = 'tenant ${below(10)} of ${this.#client}'`,
      `set ${scope}work_mem = '${1 + below(9)}MB'`,
      `set ${scope}search_path = public, "schema ${below(3)}"`,
      'reset timezone',
      'reset app.tenant',
      { text: "select set_config('app.tenant', $1, false)", values: [`by call ${below(5)}`] },
      "select set_config('app.tenant', 'for now', true)",
    ])
  }

  #bracket(): Step {
    const { oneOf } = this.#random
    if (!this.#isInside) {
      this.#isInside = true
      return oneOf(['begin', 'begin isolation level repeatable read', 'start transaction'])
    }
    const step = oneOf(['commit', 'commit', 'rollback', 'savepoint a', 'rollback to a', 'release a'])
    this.#isInside = !/^(?:commit|rollback)$/.test(step)
    return step
  }

  #rare(): Step {
    const { oneOf } = this.#random
    const step = oneOf(['deallocate all', 'discard all', 'reset all', 'lock', 'cursor'])
    if (step === 'cursor')
      return 'declare c cursor for select * from generate_series(1, 20); fetch 3 from c; close c'
    if (step === 'lock') return `select pg_try_advisory_xact_lock(hashtext('TABLE'), ${this.#client})`
    if (step === 'discard all' && this.#isInside) return 'select 1'
    if (step === 'deallocate all' || step === 'discard all') this.#epoch += 1
    return step
  }
}

const withTable = (step: Step, table: string): Step =>
  typeof step === 'string'
    ? step.replaceAll('TABLE', table)
    : { ...step, text: step.text.replaceAll('TABLE', table) }

async function answerOf(client: pg.Client, step: Step) {
  try {
    const results = await client.query(typeof step === 'string' ? { text: step } : step)
    return [results].flat().map(({ command, rowCount, rows, fields }: pg.QueryResult) => ({
      command,
      rowCount,
      rows,
      fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    }))
  } catch (error) {
    const { code, message, detail, severity } = error as pg.DatabaseError
    return { code, message: message.replace(/"(?:through|direct)"/, ''), detail: detail?.length, severity }
  }
}
