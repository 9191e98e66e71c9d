import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import copyStreams from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import QueryStream from 'pg-query-stream'
import { connected, firstValue, withClient, withTable } from './pg-connections.ts'
import { equal, fails, run, test } from './tap.ts'

// node-postgres with its cursor, stream and COPY packages: what their own tests require of a server.

test(
  'a cursor reads in parts, to the end and past it',
  withClient(async (client) => {
    const cursor = client.query(new Cursor('select n from generate_series(1, $1::int) n', [250]))
    const sizes: number[] = []
    for (let rows = await cursor.read(100); rows.length > 0; rows = await cursor.read(100))
      sizes.push(rows.length)
    equal(sizes, [100, 100, 50])
    equal((await cursor.read(1)).length, 0)
    equal(await firstValue(client, 'select 1'), 1)
  }),
)
test(
  'a cursor that is closed early leaves the connection usable',
  withClient(async (client) => {
    const cursor = client.query(new Cursor('select n from generate_series(1, 100000) n'))
    equal((await cursor.read(10)).length, 10)
    await cursor.close()
    equal(await firstValue(client, 'select 4'), 4)
  }),
)
test('cursors of clients with different settings never mix', async () => {
  const [one, two] = await Promise.all([
    connected({ application_name: 'one' }),
    connected({ application_name: 'two' }),
  ])
  await Promise.all(
    [one!, two!].map(async (client, which) => {
      for (let round = 0; round < 50; round += 1) {
        const cursor = client.query(
          new Cursor('select $1::int as w, n from generate_series(1, 20) n', [which]),
        )
        const read = [...(await cursor.read(7)), ...(await cursor.read(100))]
        equal(
          read.map(({ w, n }) => [w, n]),
          Array.from({ length: 20 }, (_, n) => [which, n + 1]),
        )
        await cursor.close()
        equal(
          await firstValue(client, `select current_setting('application_name')`),
          which === 0 ? 'one' : 'two',
        )
      }
    }),
  )
  await Promise.all([one!.end(), two!.end()])
})
test(
  'a stream of rows that is read slowly and one that is destroyed leave the connection usable',
  withClient(async (client) => {
    let count = 0
    for await (const row of client.query(
      new QueryStream('select n from generate_series(1, 5000) n', [], { batchSize: 13 }),
    )) {
      count += 1
      equal((row as { n: number }).n, count)
    }
    equal(count, 5000)
    const stream = client.query(new QueryStream('select n from generate_series(1, 5000) n'))
    for await (const _row of stream) break
    equal(await firstValue(client, 'select 5'), 5)
  }),
)
test(
  'COPY in and out keep fifty thousand rows',
  withTable('n int, t text', async (client, table) => {
    const lines = function* () {
      for (let n = 0; n < 50_000; n += 1) yield `${n}\tline ${n}\n`
    }
    await pipeline(Readable.from(lines()), client.query(copyStreams.from(`copy ${table} from stdin`)))
    const parts: Buffer[] = []
    for await (const part of client.query(
      copyStreams.to(`copy (select * from ${table} order by n) to stdout`),
    ))
      parts.push(part as Buffer)
    equal(Buffer.concat(parts).toString(), [...lines()].join(''))
  }),
)
test(
  'a COPY that the client gives up stores nothing and leaves the connection usable',
  withTable('n int', async (client, table) => {
    const copy = client.query(copyStreams.from(`copy ${table} from stdin`))
    copy.write('1\n')
    const ended = once(copy, 'error')
    copy.destroy(new Error('given up'))
    await ended
    equal(await firstValue(client, `select count(*)::int from ${table}`), 0)
  }),
)
test(
  'a COPY with a wrong line says so and leaves the connection usable',
  withTable('n int', async (client, table) => {
    const error = await fails(
      pipeline(
        Readable.from(['1\n', 'x\n', '2\n']),
        client.query(copyStreams.from(`copy ${table} from stdin`)),
      ),
    )
    equal(error.code, '22P02')
    equal(await firstValue(client, 'select 6'), 6)
  }),
)

await run()
