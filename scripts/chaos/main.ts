import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { newGround, processesOn } from './ground.ts'
import { invariants, tortures } from './tortures.ts'

/**
 * `npm run chaos -- [rounds] [projects]`: kills, freezes and starves a server with its databases while it writes, and
 * checks the invariants after each time. Ends with counts, and with 1 when anything was broken.
 */
const [rounds = 3, projects = 3] = process.argv.slice(2).map(Number)
if (!(rounds > 0 && projects > 0)) {
  console.error('Name how many rounds and projects: npm run chaos -- 3 3')
  process.exit(1)
}

const counts = new Map<string, { kept: number; broken: number }>()
const note = (name: string, isKept: boolean) => {
  const count = counts.get(name) ?? { kept: 0, broken: 0 }
  counts.set(name, count)
  count[isKept ? 'kept' : 'broken']++
}

const disk = await smallDisk('2g')
if (!disk) console.log(`Without a full disk: ${NO_SMALL_DISK}`)
const dataDir = disk ? path.join(disk.path, 'data') : newDataDir()
mkdirSync(dataDir, { recursive: true, mode: 0o711 })
try {
  const ground = await newGround(dataDir, projects)
  for (let round = 1; round <= rounds; round++)
    for (const torture of tortures) {
      const missing = torture.missing?.(ground, disk?.path)
      if (missing) {
        console.log(`${round}. ${torture.name}: left out, because ${missing}`)
        continue
      }
      await attempt(`${round}. ${torture.name}`, async () => {
        await attempt(`   meanwhile`, () => torture.run(ground, disk?.path), torture.name)
        for (const { name, check } of invariants) await attempt(`   ${name}`, () => check(ground), name)
      })
      // The next round needs a running server, however this one ended.
      if (ground.server.hasEnded()) await ground.startAgain()
    }
  await ground.server.stop()
  await attempt(
    'Nothing is left running after an orderly end',
    async () => {
      await waitFor(() => processesOn(dataDir).length === 0).catch(() => {
        throw new Error(`processes ${processesOn(dataDir).join(', ')} are left`)
      })
    },
    'nothing is left running',
  )
} finally {
  for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  if (disk) await disk[Symbol.asyncDispose]()
  else removeDataDir(dataDir)
}

console.log('\nkept broken invariant')
for (const [name, { kept, broken }] of counts)
  console.log(`${String(kept).padStart(4)} ${String(broken).padStart(6)} ${name}`)
const broken = [...counts.values()].reduce((sum, count) => sum + count.broken, 0)
console.log(`\n${broken === 0 ? 'Everything held' : `Broken ${broken} times`}`)
process.exit(broken === 0 ? 0 : 1)

/** Runs a step, prints its result and duration, and counts it under a name if it has one. */
async function attempt(title: string, work: () => Promise<void>, name?: string) {
  const since = performance.now()
  const seconds = () => ((performance.now() - since) / 1000).toFixed(1)
  if (name === undefined) console.log(title)
  try {
    await work()
    if (name !== undefined) {
      note(name, true)
      console.log(`${title}: kept (${seconds()} s)`)
    }
  } catch (error) {
    note(name ?? title, false)
    console.log(`${title}: BROKEN (${seconds()} s): ${(error as Error).message}`)
  }
}
