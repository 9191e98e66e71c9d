import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { afterTest, CLIENTS, equal, fails, run, sessionTest, test } from './tap.ts'

// postgres.js, which pipelines, prepares every statement and never closes them.

type Options = postgres.Options<Record<string, never>>
const ssl = process.env.SUITE_TLS ? ({ rejectUnauthorized: false } as const) : false

const withSql =
  (body: (sql: postgres.Sql) => Promise<void>, options: Options = {}) =>
  async () => {
    const sql = postgres(process.env.DATABASE_URL!, { ssl, onnotice: () => undefined, ...options })
    afterTest(() => sql.end({ timeout: 0 }))
    try {
      await body(sql)
    } finally {
      await sql.end({ timeout: 5 })
    }
  }

const withTable = (
  columns: string,
  body: (sql: postgres.Sql, table: postgres.PendingQuery<postgres.Row[]>) => Promise<void>,
  options: Options = {},
) =>
  withSql(async (sql) => {
    const name = `t_${randomUUID().replaceAll('-', '')}`
    await sql.unsafe(`create table ${name} (${columns})`)
    try {
      await body(sql, sql`${sql(name)}` as postgres.PendingQuery<postgres.Row[]>)
    } finally {
      await sql.unsafe(`drop table ${name}`)
    }
  }, options)

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

for (const [what, options] of Object.entries({
  'prepared statements': {},
  'unprepared statements': { prepare: false },
  'a single connection': { max: 1 },
  'no type lookup at the start': { fetch_types: false },
} satisfies Record<string, Options>)) {
  test(
    `values keep their value (${what})`,
    withSql(async (sql) => {
      const bytes = randomBytes(50)
      const [row] =
        await sql`select ${1}::int i, ${'é'}::text t, ${bytes}::bytea y, ${sql.json({ a: 1 })}::jsonb j,
        ${null}::text z, ${new Date(0)}::timestamptz d, ${true}::bool b`
      equal({ ...row }, { i: 1, t: 'é', y: bytes, j: { a: 1 }, z: null, d: new Date(0), b: true })
    }, options),
  )
  test(
    `a thousand queries at once get their own answers (${what})`,
    withSql(async (sql) => {
      const answers = await Promise.all(numbers(1000).map((n) => sql`select ${n}::int as n`))
      equal(
        answers.map(([row]) => row?.n),
        numbers(1000),
      )
    }, options),
  )
  test(
    `transactions commit, fail and keep savepoints (${what})`,
    withTable(
      'n int',
      async (sql, table) => {
        await sql.begin(async (tx) => {
          await tx`insert into ${table} values (1)`
          await fails(tx.savepoint(async (inner) => inner`insert into ${table} values (1 / 0)`))
          await tx`insert into ${table} values (2)`
        })
        await fails(
          sql.begin(async (tx) => {
            await tx`insert into ${table} values (3)`
            throw new Error('no')
          }),
        )
        equal(
          (await sql`select n from ${table} order by n`).map(({ n }) => n),
          [1, 2],
        )
      },
      options,
    ),
  )
  test(
    `errors among queries sent ahead stay with their query (${what})`,
    withSql(async (sql) => {
      const outcomes = await Promise.allSettled(numbers(60).map((n) => sql`select 12 / ${n % 3}::int as q`))
      equal(
        outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value[0]?.q : outcome.reason.code,
        ),
        numbers(60).map((n) => ['22012', 12, 6][n % 3]),
      )
    }, options),
  )
}
test(
  'queries sent ahead in one transaction run in their order',
  withTable('id serial, n int', async (sql, table) => {
    await sql.begin((tx) => numbers(200).map((n) => tx`insert into ${table} (n) values (${n})`))
    equal(
      (await sql`select n from ${table} order by id`).map(({ n }) => n),
      numbers(200),
    )
  }),
)
test(
  'many pools that insert at once store every row once',
  withTable('pool int, n int, primary key (pool, n)', async (sql, table) => {
    await Promise.all(
      numbers(CLIENTS / 2).map((pool) =>
        withSql(
          async (own) =>
            void (await Promise.all(
              numbers(20).map((n) => own`insert into ${table} values (${pool}, ${n})`),
            )),
          { max: 2 },
        )(),
      ),
    )
    equal([...(await sql`select count(*)::int as count from ${table}`)], [{ count: CLIENTS * 10 }])
  }),
)
test(
  'a cursor reads in parts and can be left early',
  withSql(
    async (sql) => {
      const sizes: number[] = []
      await sql`select n from generate_series(1, 250) n`.cursor(100, (rows) => void sizes.push(rows.length))
      equal(sizes, [100, 100, 50])
      for await (const rows of sql`select n from generate_series(1, 1000) n`.cursor(10)) {
        equal(rows.length, 10)
        break
      }
      equal((await sql`select 1 as one`)[0]?.one, 1)
    },
    { max: 1 },
  ),
)
test(
  'COPY in and out keep every row',
  withTable('n int, t text', async (sql, table) => {
    const lines = numbers(20_000).map((n) => `${n}\tline ${n}\n`)
    await pipeline(Readable.from(lines), await sql`copy ${table} from stdin`.writable())
    const parts: Buffer[] = []
    for await (const part of await sql`copy (select * from ${table} order by n) to stdout`.readable())
      parts.push(part)
    equal(Buffer.concat(parts).toString(), lines.join(''))
  }),
)
test(
  'several statements in one text answer one result each',
  withSql(async (sql) => {
    const results = await sql.unsafe('select 1 as a; select 2 as b')
    equal(
      results.map((rows) => ({ ...(rows as unknown as object[])[0] })),
      [{ a: 1 }, { b: 2 }],
    )
  }),
)
test(
  'describing a statement tells its parameters and columns',
  withSql(async (sql) => {
    const { types, columns } = await sql`select ${1}::int as a, ${'x'}::text as b`.describe()
    equal(types, [23, 25])
    equal(
      columns.map(({ name }) => name),
      ['a', 'b'],
    )
  }),
)
test(
  'a cancelled query ends at the server',
  withSql(async (sql) => {
    const query = sql`select pg_sleep(25)`
    const failure = fails(query.execute())
    const isRunning = async () =>
      (await sql`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(25)'`)
        .length > 0
    while (!(await isRunning()));
    query.cancel()
    equal((await failure).code, '57014')
    while (await isRunning());
  }),
)
test(
  'a statement whose table changed is planned again',
  withTable(
    'n int',
    async (sql, table) => {
      const look = () => sql`select * from ${table}`
      await look()
      await sql`alter table ${table} add column m int default 1`
      await sql`insert into ${table} values (1)`
      const outcome = await look().catch((error: { code: string }) => error.code)
      // A direct connection reports this once too; the client then prepares it again.
      equal(outcome === '0A000' || Array.isArray(outcome), true)
      equal({ ...(await look())[0] }, { n: 1, m: 1 })
    },
    { max: 1 },
  ),
)
test(
  'a type made after the start can be used',
  withSql(async (sql) => {
    const name = `mood_${randomUUID().slice(0, 8)}`
    await sql.unsafe(`create type ${name} as enum ('sad', 'happy')`)
    equal((await sql.unsafe(`select 'happy'::${name} as mood`))[0]?.mood, 'happy')
    await sql.unsafe(`drop type ${name}`)
  }),
)
sessionTest('listen receives what notify tells', async () => {
  await withSql(async (sql) => {
    const notified = Promise.withResolvers<string>()
    await sql.listen('postgres_js', notified.resolve)
    await sql.notify('postgres_js', 'hello')
    equal(await notified.promise, 'hello')
  })()
})
sessionTest(
  'a reserved connection keeps its settings',
  withSql(async (sql) => {
    const reserved = await sql.reserve()
    await reserved`select set_config('my.reserved', 'yes', false)`
    equal((await reserved`select current_setting('my.reserved') as value`)[0]?.value, 'yes')
    reserved.release()
  }),
)

await run()
