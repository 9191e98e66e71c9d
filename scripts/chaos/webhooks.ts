import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { processesOn } from './chaos-server.ts'
import { tortureWebhooks } from './webhook-torture.ts'

/**
 * `npm run chaos -- webhooks [changes] [kills]`: kills a server while it delivers the changes of a table. Prints the
 * counts, and exits with 1 when a change did not arrive, or not in the order of its row.
 */
const [changes = 10_000, kills = 10] = process.argv.slice(2).map(Number)
if (!(changes > 0 && kills >= 0)) {
  console.error('Give the number of changes and kills: npm run chaos -- webhooks 10000 10')
  process.exit(1)
}

const dataDir = newDataDir()
try {
  const result = await tortureWebhooks(dataDir, { changes, kills, log: console.log })
  console.log(JSON.stringify(result))
  process.exitCode = result.arrived === result.changes && result.outOfOrder === 0 ? 0 : 1
} finally {
  for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  removeDataDir(dataDir)
}
