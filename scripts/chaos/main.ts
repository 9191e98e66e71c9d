import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { processesOn, startChaosServer } from './chaos-server.ts'
import { faults, invariants } from './faults.ts'

/**
 * `npm run chaos -- [rounds] [projects]`: kills and freezes a server and its databases and fills its disk while it writes,
 * and checks the invariants after each fault. Prints counts, and exits with 1 when an invariant was broken.
 */
const [rounds = 3, projects = 3] = process.argv.slice(2).map(Number)
if (!(rounds > 0 && projects > 0)) {
  console.error('Give the number of rounds and projects: npm run chaos -- 3 3')
  process.exit(1)
}

const counts = new Map<string, { held: number; broken: number }>()
const record = (name: string, isHeld: boolean) => {
  const count = counts.get(name) ?? { held: 0, broken: 0 }
  counts.set(name, count)
  count[isHeld ? 'held' : 'broken']++
}

const disk = await smallDisk('2g')
if (!disk) console.log(`Skipping the full disk: ${NO_SMALL_DISK}`)
const dataDir = disk ? path.join(disk.path, 'data') : newDataDir()
mkdirSync(dataDir, { recursive: true, mode: 0o711 })
try {
  const server = await startChaosServer(dataDir, projects)
  for (let round = 1; round <= rounds; round++)
    for (const fault of faults) {
      const missing = fault.missing?.(server, disk?.path)
      if (missing) {
        console.log(`${round}. ${fault.name}: skipped, because ${missing}`)
        continue
      }
      await attempt(`${round}. ${fault.name}`, async () => {
        await attempt(`   meanwhile`, () => fault.run(server, disk?.path), fault.name)
        for (const { name, check } of invariants) await attempt(`   ${name}`, () => check(server), name)
      })
      // The next round needs a running server, however this one ended.
      if (server.process.hasEnded()) await server.restart()
    }
  await server.process.stop()
  await attempt(
    'No process is left after a clean stop',
    async () => {
      await waitFor(() => processesOn(dataDir).length === 0).catch(() => {
        throw new Error(`processes ${processesOn(dataDir).join(', ')} are left`)
      })
    },
    'no process is left',
  )
} finally {
  for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  if (disk) await disk[Symbol.asyncDispose]()
  else removeDataDir(dataDir)
}

console.log('\nheld broken invariant')
for (const [name, { held, broken }] of counts)
  console.log(`${String(held).padStart(4)} ${String(broken).padStart(6)} ${name}`)
const broken = [...counts.values()].reduce((sum, count) => sum + count.broken, 0)
console.log(`\n${broken === 0 ? 'Everything held' : `Broken ${broken} times`}`)
process.exit(broken === 0 ? 0 : 1)

/** Runs a step, prints its result and duration, and counts it if it has a name. */
async function attempt(title: string, work: () => Promise<void>, name?: string) {
  const since = performance.now()
  const seconds = () => ((performance.now() - since) / 1000).toFixed(1)
  if (name === undefined) console.log(title)
  try {
    await work()
    if (name !== undefined) {
      record(name, true)
      console.log(`${title}: held (${seconds()} s)`)
    }
  } catch (error) {
    record(name ?? title, false)
    console.log(`${title}: BROKEN (${seconds()} s): ${(error as Error).message}`)
  }
}
