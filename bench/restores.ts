import path from 'node:path'
import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import { takeBackup } from '@basalt/backups/take-backup.ts'
import { diskBlobStore } from '@basalt/object-store/disk-blob-store.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { copyFiles, FILLER_PER_MB, filler } from './replicas.ts'
import { median, report, timeOf } from './report.ts'
import { settle } from './settle.ts'

const TIMES = 5
const SUPERUSER = 'basalt_admin'
const PASSWORD = 'k7Rw2pXq-MzTd9'
const FOLDER = 'project/archive'
/** One row of so many changes between two backups. */
const CHANGED_PART = 100
const CHAIN = [
  { what: 'a full backup', target: '≤ 1.5×' },
  { what: 'an incremental backup', target: '≤ 4×' },
  { what: 'two incremental backups', target: '≤ 4×' },
]

/**
 * Time to restore a backup until its database runs, against `cp -a` of its files: in turns, each on a settled disk, with the
 * engine alone. Neither the database nor the copy is on disk then. `bench backups` measures restores within the server, each
 * right after its backup, when a host may have taken the memory for it back. `size` is that of the database in MB.
 */
export async function benchRestores(size = '1000') {
  const megabytes = Number(size)
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: SUPERUSER,
    portRange: { first: 58_200, last: 58_299 },
    settings: { summarize_wal: 'on' },
    log: () => undefined,
  })
  await engine.create('source', { superuserPassword: PASSWORD })
  const { host, socket = host, port } = await engine.start('source')
  const login = { host: socket, port, user: SUPERUSER, password: PASSWORD }
  const client = new pg.Client({ ...login, database: 'postgres' })
  await client.connect()
  await client.query(filler(Math.max(0, megabytes - 40) * FILLER_PER_MB))
  await client.query('vacuum filler')
  const store = await diskBlobStore(path.join(dataDir, 'store'))
  const backups: BackupIndex[] = []
  for (const [index] of CHAIN.entries()) {
    if (index > 0)
      await client.query(`update filler set text = text || '.' where n % ${CHANGED_PART} = ${index}`)
    backups.push(
      await takeBackup({
        login: { ...login, applicationName: 'bench' },
        store,
        folder: FOLDER,
        id: String(index),
        base: backups.at(-1)?.id,
      }),
    )
  }
  await client.end()
  await engine.stop('source')

  const data = path.join(dataDir, 'instances/source/data')
  const copy = path.join(dataDir, 'copy')
  const settled = () => settle({ dataDir, copy, megabytes })
  const copied: number[] = []
  const restored: number[][] = backups.map(() => [])
  for (let count = 0; count < TIMES; count++) {
    settled()
    copied.push(await timeOf(async () => copyFiles(data, copy)))
    for (const [index, backup] of backups.entries()) {
      settled()
      restored[index]!.push(
        await timeOf(async () => {
          await engine.restore('restored', {
            files: restoredFiles(store, FOLDER, backup.id),
            until: 'backup',
            superuserPassword: PASSWORD,
            totalBytes: await restoredSize(store, FOLDER, backup),
            isTemporary: true,
          })
          await engine.start('restored')
        }),
      )
      await engine.destroy('restored')
    }
  }
  await engine.close()
  removeDataDir(dataDir)

  for (const [index, { what, target }] of CHAIN.entries())
    report({
      bench: `a restore of ${megabytes} MB from ${what} until it runs`,
      unit: 'ms',
      value: median(restored[index]!),
      yardstick: { what: 'cp -a of its files', value: median(copied) },
      target,
    })
}
