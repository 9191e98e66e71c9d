import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { config, connected, connectionString, firstValue, withClient, withTable } from './pg-connections.ts'
import { CLIENTS, equal, fails, run, test } from './tap.ts'

// node-postgres: what its own tests require of a server.

test(
  'simple queries return rows, fields and a command tag',
  withClient(async (client) => {
    const result = await client.query(`select 1 as one, 'two' as two, null as three`)
    equal(result.rows, [{ one: 1, two: 'two', three: null }])
    equal(result.command, 'SELECT')
    equal(
      result.fields.map(({ name }) => name),
      ['one', 'two', 'three'],
    )
  }),
)
test(
  'values of every common type keep their value as parameters and as results',
  withClient(async (client) => {
    const bytes = randomBytes(100)
    const { rows } = await client.query(
      `select $1::int4 i, $2::int8 b, $3::text t, $4::bytea y, $5::jsonb j, $6::text[] a, $7::timestamptz d,
              $8::numeric n, $9::bool o, $10::uuid u, $11::text z`,
      [
        1,
        '9007199254740993',
        "é'\\",
        bytes,
        { a: [1] },
        ['x,', 'y"'],
        new Date(0),
        '1.10',
        true,
        '00000000-0000-4000-8000-000000000000',
        null,
      ],
    )
    equal(rows, [
      {
        i: 1,
        b: '9007199254740993',
        t: "é'\\",
        y: bytes,
        j: { a: [1] },
        a: ['x,', 'y"'],
        d: new Date(0),
        n: '1.10',
        o: true,
        u: '00000000-0000-4000-8000-000000000000',
        z: null,
      },
    ])
  }),
)
test(
  'binary results are decoded',
  withClient(async (client) => {
    const { rows } = await client.query({ text: 'select 7::int4 as i', binary: true } as pg.QueryConfig)
    equal(rows, [{ i: 7 }])
  }),
)
test(
  'several statements in one text answer one result each',
  withClient(async (client) => {
    const results = (await client.query(
      'select 1 as a; select 2 as b; select 3 as c',
    )) as unknown as pg.QueryResult[]
    equal(
      results.map(({ rows }) => rows),
      [[{ a: 1 }], [{ b: 2 }], [{ c: 3 }]],
    )
  }),
)
test(
  'empty texts and comments answer without rows',
  withClient(async (client) => {
    equal((await client.query('')).rows, [])
    equal((await client.query('-- nothing')).rows, [])
    equal(await firstValue(client, 'select 1'), 1)
  }),
)
test('named statements of the same name with other texts never mix among clients', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => connected()))
  await Promise.all(
    clients.map(async (client, number) => {
      for (let count = 0; count < 30; count += 1) {
        const { rows } = await client.query({
          name: 'same',
          text: `select ${number} as n, $1::int as c`,
          values: [count],
        })
        equal(rows, [{ n: number, c: count }])
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
})
test(
  'a hundred named statements of one client all keep their meaning',
  withClient(async (client) => {
    for (const round of [1, 2])
      for (let number = 0; number < 100; number += 1) {
        const { rows } = await client.query({
          name: `s${number}`,
          text: `select ${number} as n, $1::int as r`,
          values: [round],
        })
        equal(rows, [{ n: number, r: round }])
      }
  }),
)
test(
  'an error reports code, position and message, and the connection is usable afterwards',
  withClient(async (client) => {
    const error = (await fails(client.query('select * from nowhere_at_all'))) as pg.DatabaseError
    equal([error.code, error.position], ['42P01', '15'])
    equal(await firstValue(client, 'select 2'), 2)
    equal((await fails(client.query('select $1::int', ['no number']))).code, '22P02')
    equal(await firstValue(client, 'select 3'), 3)
  }),
)
test(
  'an error within queries that were sent ahead fails that one alone',
  withClient(async (client) => {
    const outcomes = await Promise.allSettled(
      [1, 0, 2, 0, 3].map((number) => client.query('select 6 / $1::int as q', [number])),
    )
    equal(
      outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value.rows[0].q : outcome.reason.code,
      ),
      [6, '22012', 3, '22012', 2],
    )
  }),
)
test(
  'transactions commit, roll back and keep savepoints',
  withTable('n int', async (client, table) => {
    await client.query('begin')
    await client.query(`insert into ${table} values (1)`)
    await client.query('savepoint a')
    await fails(client.query(`insert into ${table} values (1 / 0)`))
    await client.query('rollback to a')
    await client.query('commit')
    await client.query('begin')
    await client.query(`insert into ${table} values (2)`)
    await client.query('rollback')
    equal((await client.query(`select n from ${table}`)).rows, [{ n: 1 }])
  }),
)
test(
  'many clients that send twenty inserts ahead each store every row once and get their own answers',
  withTable('client int, n int, primary key (client, n)', async (admin, table) => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connected()))
    await Promise.all(
      clients.map(async (client, number) => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            client.query(`insert into ${table} values ($1, $2) returning client, n`, [number, n]),
          ),
        )
        equal(
          answers.map(({ rows }) => rows),
          Array.from({ length: 20 }, (_, n) => [{ client: number, n }]),
        )
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    equal(await firstValue(admin, `select count(*)::int from ${table}`), CLIENTS * 20)
  }),
)
test(
  'values of eight megabytes go both ways unchanged',
  withClient(async (client) => {
    const bytes = randomBytes(8_000_000)
    const { rows } = await client.query('select $1::bytea as b, md5($1::bytea) as sum', [bytes])
    equal(Buffer.compare(rows[0].b, bytes), 0)
  }),
)
test(
  'two hundred thousand rows arrive in order',
  withClient(async (client) => {
    const { rows } = await client.query('select n from generate_series(1, 200000) n')
    equal(rows.length, 200_000)
    equal(
      rows.every(({ n }, index) => n === index + 1),
      true,
    )
  }),
)
test(
  'notices arrive',
  withClient(async (client) => {
    const notice = once(client, 'notice')
    await client.query(`do $$ begin raise notice 'hello from here'; end $$`)
    equal((await notice)[0].message, 'hello from here')
  }),
)
test('a cancel request ends the query it was made for', async () => {
  const [client, other] = await Promise.all([connected(), connected()])
  const query = fails(client!.query('select pg_sleep(25)'))
  const running = `select count(*)::int from pg_stat_activity
                   where state = 'active' and query = 'select pg_sleep(25)'`
  while ((await firstValue(other!, running)) === 0);
  await sendCancelRequest(client!)
  equal((await query).code, '57014')
  equal(await firstValue(client!, 'select 1'), 1)
  await Promise.all([client!.end(), other!.end()])
})

/** Sends the protocol's CancelRequest (sixteen bytes) on a separate connection. */
async function sendCancelRequest(client: pg.Client) {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, 80877102, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const socket = net.connect(client.port, client.host)
  await once(socket, 'connect')
  socket.end(request)
  await once(socket.resume(), 'close')
}

test('a client that leaves at once after connecting sees no error', async () => {
  for (let count = 0; count < 20; count += 1) {
    const client = new pg.Client(config)
    const errors: Error[] = []
    client.on('error', (error) => errors.push(error))
    await client.connect()
    await client.end()
    equal(errors, [])
  }
})
test('a wrong password is 28P01 and an unknown database is refused', async () => {
  const wrong = new URL(connectionString!)
  wrong.password = 'wrong'
  equal((await fails(connected({ connectionString: wrong.href }))).code, '28P01')
  const nowhere = new URL(connectionString!)
  nowhere.pathname = '/no_such_database'
  equal((await fails(connected({ connectionString: nowhere.href }))).code, '3D000')
})
test(
  'the application name given at the start holds',
  withClient(
    async (client) => equal(await firstValue(client, `select current_setting('application_name')`), 'my app'),
    { application_name: 'my app' },
  ),
)
test(
  'a statement timeout given at the start ends long statements',
  withClient(async (client) => equal((await fails(client.query('select pg_sleep(20)'))).code, '57014'), {
    statement_timeout: 200,
  }),
)
test('a pool of ten serves two hundred queries at a time, failing ones among them', async () => {
  const pool = new pg.Pool({ ...config, max: 10 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      pool.query(n % 10 === 9 ? 'select 1 / 0' : 'select $1::int as n', n % 10 === 9 ? [] : [n]),
    ),
  )
  for (const [n, outcome] of outcomes.entries())
    equal(
      outcome.status === 'fulfilled' ? outcome.value.rows : outcome.reason.code,
      n % 10 === 9 ? '22012' : [{ n }],
    )
  await pool.end()
})
await run()
