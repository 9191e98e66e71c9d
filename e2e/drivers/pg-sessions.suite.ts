import { once } from 'node:events'
import { connected, firstValue, withClient } from './pg-connections.ts'
import { equal, run, sessionTest } from './tap.ts'

// node-postgres, where it relies on session state.

sessionTest(
  'settings hold for the connection',
  withClient(async (client) => {
    await client.query(`set search_path to pg_catalog; set my.thing to 'x'`)
    equal(await firstValue(client, `select current_setting('my.thing')`), 'x')
  }),
)
sessionTest('notifications arrive at who listens', async () => {
  const [listening, telling] = await Promise.all([connected(), connected()])
  await listening!.query('listen a_channel')
  const notified = once(listening!, 'notification')
  await telling!.query(`select pg_notify('a_channel', 'payload')`)
  equal((await notified)[0].payload, 'payload')
  await Promise.all([listening!.end(), telling!.end()])
})
sessionTest(
  'the process id notified at the start is that of the backend',
  withClient(async (client) => {
    const { processID } = client as unknown as { processID: number }
    equal(await firstValue(client, 'select pg_backend_pid()'), processID)
  }),
)
sessionTest('a temporary table and an advisory lock last between statements', async () => {
  const [one, two] = await Promise.all([connected(), connected()])
  await one!.query('create temporary table mine (n int)')
  await one!.query('insert into mine values (1)')
  equal(await firstValue(one!, 'select n from mine'), 1)
  await one!.query('select pg_advisory_lock(42)')
  equal(await firstValue(two!, 'select pg_try_advisory_lock(42)'), false)
  await one!.query('select pg_advisory_unlock(42)')
  await Promise.all([one!.end(), two!.end()])
})
sessionTest(
  'a statement prepared by SQL can be executed later',
  withClient(async (client) => {
    await client.query('prepare by_sql as select 8 as eight')
    equal((await client.query('execute by_sql')).rows, [{ eight: 8 }])
  }),
)
sessionTest('pg_terminate_backend ends the connection it names', async () => {
  const [victim, other] = await Promise.all([connected(), connected()])
  const ended = new Promise<void>((resolve) => victim!.once('end', () => resolve()))
  await other!.query('select pg_terminate_backend($1)', [
    await firstValue(victim!, 'select pg_backend_pid()'),
  ])
  await ended
  await other!.end()
})

await run()
