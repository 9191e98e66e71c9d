import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { copyFiles, FILLER_PER_MB, filler, written } from './replicas.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'
import { settle } from './settle.ts'

const TIMES = 5
/** Rare enough not to slow down what is awaited. */
const POLL_MS = 100
const PASSWORD = 'k7Rw2pXq-MzTd9'
const DAYS = 7
/** One row of so many changes in a day. */
const CHANGED_PART = 100
const MB = 1_000_000

interface TakenBackup {
  id: string
  status: string
  inserted_at: string
  completed_at: string
  verified_at: string | null
  size_bytes: number
  restore_seconds: number
}

/**
 * Backup and restore of a project against `cp -a` of its files, which neither checks nor syncs them, and against what does: a
 * copy that is synced, and its checksum; how long the check takes; the size of seven daily backups with one row of a hundred
 * changed each day, against seven full ones; and writes with the log received against without. Copies and full backups are
 * measured in turns, each on a settled disk. A restore begins as soon as its backup is complete, when the memory for it may
 * have been given back to a host (see `settle`); the copy that it is compared with has its memory. `size` is that of the
 * database in MB.
 */
export async function benchBackups(size = '1000') {
  const megabytes = Number(size)
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const ref = await makeProject(server, slug, PASSWORD)
  const ask = (query: string) => server.json('POST', `/platform/pg-meta/${ref}/query`, { query })
  await ask(filler(Math.max(0, megabytes - 40) * FILLER_PER_MB))
  // Otherwise autovacuum does it at some time later, which makes one of the daily backups larger.
  await ask('vacuum filler')

  const data = path.join(dataDir, 'instances/instances', ref, 'data')
  const copy = path.join(dataDir, 'copy')
  const settled = () => settle({ dataDir, copy, megabytes })
  const copied: number[] = []
  const kept: number[] = []
  const fulls: TakenBackup[] = []
  for (let count = 0; count < TIMES; count++) {
    // A backup is a full one when there is no other.
    for (const { id } of fulls.slice(-1))
      await server.send('DELETE', `/platform/database/${ref}/backups/${id}`)
    settled()
    copied.push(await timeOf(async () => copyFiles(data, copy)))
    settled()
    kept.push(
      await timeOf(async () => {
        copyFiles(data, copy)
        execFileSync('sync', ['-f', copy])
        execFileSync('sh', ['-c', 'find "$0" -type f -exec sha256sum {} + > /dev/null', copy])
      }),
    )
    settled()
    fulls.push(await backUp(server, ref))
  }
  const days: TakenBackup[] = []
  for (let day = 0; day < DAYS; day++) {
    await ask(`update filler set text = text || '.' where n % ${CHANGED_PART} = ${day}`)
    days.push(await backUp(server, ref))
  }

  const [{ db_host: host, db_port: port }] = await server.json('GET', `/platform/projects/${ref}/databases`)
  const login = { host, port, user: 'postgres', password: PASSWORD, database: 'postgres' }
  await written(login)
  const alone = await written(login)
  await server.send('PATCH', `/platform/database/${ref}/backups/settings`, { pitr_enabled: true })
  // The first backup of the archive is restored and checked like any other, which is measured above.
  while (!(await isArchivedAndChecked(server, ref))) await sleep(POLL_MS)
  const archived = await written(login)
  await server.stop()

  removeDataDir(dataDir)

  const taking = median(fulls.map((one) => Date.parse(one.completed_at) - Date.parse(one.inserted_at)))
  const restoring = median(fulls.map((one) => one.restore_seconds * 1000))
  const checking = median(
    fulls.map(
      (one) => Date.parse(one.verified_at!) - Date.parse(one.completed_at) - one.restore_seconds * 1000,
    ),
  )
  const yardsticks = [
    { what: 'cp -a of its files', value: median(copied) },
    { what: 'the same, on disk and with checksums: cp -a, sync -f and sha256sum', value: median(kept) },
  ]
  for (const yardstick of yardsticks)
    report({
      bench: `a full backup of ${megabytes} MB`,
      unit: 'ms',
      value: taking,
      yardstick,
      target: '≤ 1.5×',
    })
  report({
    bench: `a restore of ${megabytes} MB until it runs, for its check: neither it nor the copy is on disk then`,
    unit: 'ms',
    value: restoring,
    yardstick: yardsticks[0]!,
    target: '≤ 1.5×',
  })
  report({
    bench: 'the check of a restored backup',
    unit: 'ms',
    value: checking,
    yardstick: { what: 'the backup', value: taking },
    target: '≤ 1×',
  })
  report({
    bench: `${DAYS} daily backups with 1 % changed each day`,
    unit: 'MB',
    value: days.reduce((sum, { size_bytes }) => sum + size_bytes, 0) / MB,
    yardstick: { what: `${DAYS} full ones`, value: (DAYS * fulls.at(-1)!.size_bytes) / MB },
    target: '≤ 0.6×',
  })
  report({
    bench: 'commits of 4 writers whose log is received',
    unit: 'per second',
    value: archived,
    yardstick: { what: 'without', value: alone },
    target: '≥ 0.95×',
  })
}

const overviewOf = (
  server: BenchServer,
  ref: string,
): Promise<{ backups: TakenBackup[]; pitr: { earliest: string | null } }> =>
  server.json('GET', `/platform/database/${ref}/backups`)

async function isArchivedAndChecked(server: BenchServer, ref: string): Promise<boolean> {
  const { backups, pitr } = await overviewOf(server, ref)
  return pitr.earliest !== null && backups.every(({ verified_at }) => verified_at !== null)
}

/** A backup that was restored and checked. */
async function backUp(server: BenchServer, ref: string): Promise<TakenBackup> {
  const { id } = await server.json('POST', `/platform/database/${ref}/backups`, {})
  for (;;) {
    const backup = (await overviewOf(server, ref)).backups.find((one) => one.id === id)!
    if (backup.status === 'FAILED') throw new Error('The backup failed')
    if (backup.verified_at !== null) return backup
    await sleep(POLL_MS)
  }
}
