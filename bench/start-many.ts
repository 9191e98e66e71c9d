import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { commandOf, launchByHand } from './postgres-by-hand.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { report } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PROJECTS = 30
const PASSWORD = 'k7Rw2pXq-MzTd9'
const POLL_MS = 50
/** How many the server starts at once. */
const AT_ONCE = 6
/** Not one of those that the system gives to outgoing connections, or a client may reach itself. */
const FIRST_PORT_BY_HAND = 26_900

/** A start with thirty projects that were running: when the process responds, and when every project does. */
export async function benchManyAwake(count = String(PROJECTS)) {
  const dataDir = newDataDir()
  const first = await startServer(dataDir)
  const slug = await makeOrganization(first)
  const commands: ReturnType<typeof commandOf>[] = []
  for (let made = 0; made < Number(count); made++)
    commands.push(commandOf(await makeProject(first, slug, PASSWORD)))
  await first.stop()
  const byHandMs = await startAllByHand(commands)

  const startedAt = performance.now()
  const server = await startServer(dataDir)
  const slowest = { ms: 0 }
  while (!(await areHealthy(server, slowest))) await sleep(POLL_MS)
  const healthyMs = performance.now() - startedAt
  const what = `start with ${count} projects that were running`
  report({ bench: `${what}: /health/live answers`, unit: 'ms', value: server.liveMs, target: '≤ 500 ms' })
  report({ bench: `${what}: requests are served`, unit: 'ms', value: server.startMs, target: '≤ 1500 ms' })
  report({
    bench: `${what}: every project is healthy`,
    unit: 'ms',
    value: healthyMs,
    target: '≤ 5000 ms',
    yardstick: {
      what: `starting their postgres by hand, ${AT_ONCE} at once, each to its first row`,
      value: byHandMs,
    },
  })
  report({ bench: `${what}: slowest list of projects`, unit: 'ms', value: slowest.ms, target: '≤ 200 ms' })
  await server.stop()
  removeDataDir(dataDir)
}

/** Starts the servers without Basalt, a few at a time. Returns the milliseconds until the last one responds. */
async function startAllByHand(commands: readonly ReturnType<typeof commandOf>[]) {
  const rest = [...commands.entries()]
  const stops: (() => Promise<void>)[] = []
  const startedAt = performance.now()
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift())
      stops.push(
        (
          await launchByHand(next[1], {
            host: '127.0.0.1',
            port: FIRST_PORT_BY_HAND + next[0],
            user: 'postgres',
            password: PASSWORD,
            database: 'postgres',
          })
        ).stop,
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const took = performance.now() - startedAt
  await Promise.all(stops.map((stop) => stop()))
  return took
}

async function areHealthy(server: BenchServer, slowest: { ms: number }) {
  const requestedAt = performance.now()
  const projects: { status: string }[] = await server.json('GET', '/platform/projects')
  slowest.ms = Math.max(slowest.ms, performance.now() - requestedAt)
  return projects.every(({ status }) => status === 'ACTIVE_HEALTHY')
}
