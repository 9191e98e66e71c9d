import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { medianOf, report } from './report.ts'
import { startServer } from './server.ts'

const TIMES = 500
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** `select 1` through the query endpoint against the driver on an open connection. */
export async function benchQuery() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  const query = () => server.exchange('POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })
  await medianOf(TIMES, query)
  const direct = await medianOf(TIMES, () => client.query('select 1'))
  const through = await medianOf(TIMES, query)
  await client.end()
  await server.stop()
  report({
    bench: 'select 1 through the query endpoint',
    unit: 'ms',
    value: through,
    yardstick: { what: 'pg on an open connection', value: direct },
    target: '≤ 1.5 ms more',
  })
  removeDataDir(dataDir)
}
