import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { commandOf, firstRow, startByHand } from './postgres-by-hand.ts'
import { makeOrganization, makeProject, putToSleep, serviceKeyOf } from './projects.ts'
import { median, report } from './report.ts'
import { startServer } from './server.ts'

const TIMES = 9
const PASSWORD = 'k7Rw2pXq-MzTd9'
const POOLER_PORTS = { BASALT_SESSION_POOLER_PORT: '57990', BASALT_TRANSACTION_POOLER_PORT: '57991' }
/** The project's own port is listened on while it sleeps. */
const PORT_BY_HAND = 57_992

/** Time from a sleeping project to its first row, by each connection method, against starting its PostgreSQL by hand. */
export async function benchWake() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir, POOLER_PORTS)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const query = (text: string) => server.exchange('POST', `/platform/pg-meta/${ref}/query`, { query: text })
  await query('create table notes as select 1 as id')
  const headers = { apikey: await serviceKeyOf(server, ref) }
  const { host, port } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const login = { host, port, user: 'postgres', password: PASSWORD, database: 'postgres' }
  const pooler = { ...login, host: '127.0.0.1', user: `postgres.${ref}` }
  const command = commandOf(ref)
  const methods: Record<string, () => Promise<unknown>> = {
    'the transaction pooler': () =>
      firstRow({ ...pooler, port: Number(POOLER_PORTS.BASALT_TRANSACTION_POOLER_PORT) }),
    'the session pooler': () =>
      firstRow({ ...pooler, port: Number(POOLER_PORTS.BASALT_SESSION_POOLER_PORT) }),
    'the direct port': () => firstRow(login),
    'the SQL editor': () => query('select 1'),
    'the Data API': async () => (await fetch(`${server.origin}/p/${ref}/rest/v1/notes`, { headers })).text(),
  }
  const byHand: number[] = []
  const woken = new Map(Object.keys(methods).map((method) => [method, [] as number[]]))
  for (let count = 0; count < TIMES; count++) {
    for (const [method, wake] of Object.entries(methods)) {
      await putToSleep(server, ref)
      const from = performance.now()
      await wake()
      woken.get(method)!.push(performance.now() - from)
    }
    // Between two of Basalt's servers, so that load on the machine affects both equally.
    await putToSleep(server, ref)
    byHand.push(await startByHand(command, { ...login, port: PORT_BY_HAND }))
  }
  await server.stop()
  removeDataDir(dataDir)
  for (const [method, times] of woken)
    report({
      bench: `wake by ${method} to the first row`,
      unit: 'ms',
      value: median(times),
      yardstick: { what: 'starting postgres by hand, to its first row', value: median(byHand) },
      target: '≤ 1.5×',
    })
}
