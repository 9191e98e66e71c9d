import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { reflinkDisk } from '@basalt/testing/disk-in-a-file.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { tortureBranches } from './branch-torture.ts'
import { processesOn } from './chaos-server.ts'

/**
 * `npm run chaos -- branches [kills] [seed]`: kills a server at random moments while it creates, resets, merges and deletes
 * branches of a project that is written to, on a file system that shares blocks if one may be mounted. Prints the counts, and exits with 1 when something was lost.
 */
/** The file has holes. */
const DISK_BYTES = 8 * 1024 ** 3

const [kills = 100, seed = randomInt(1_000_000)] = process.argv.slice(2).map(Number)
if (!(kills > 0 && Number.isInteger(seed))) {
  console.error('Give the number of kills, and a seed: npm run chaos -- branches 100 7')
  process.exit(1)
}

console.log(`Seed ${seed}`)
await using disk = await reflinkDisk(DISK_BYTES)
if (!disk) console.error('Without spare branches: mkfs.xfs, loop devices or the right to mount are missing')
const dataDir = disk ? mkdtempSync(path.join(disk.path, 'server-')) : newDataDir()
// As root, databases run as other users, which must be able to traverse it.
chmodSync(dataDir, 0o711)
try {
  const result = await tortureBranches(dataDir, { kills, seed, log: console.log })
  console.log(JSON.stringify(result))
  process.exitCode = result.broken.length === 0 ? 0 : 1
} finally {
  for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  removeDataDir(dataDir)
}
