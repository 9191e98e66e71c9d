import { join } from 'node:path'
import { PASSWORD, SUPERUSER } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { BackupIndex } from './backup-index.ts'
import { aServer, connected, loginTo, readingOf } from './backups.fixture.ts'
import { restorableRange } from './point-in-time.ts'
import { removeBackup, takeBackup } from './take-backup.ts'
import { anArchive, FOLDER, receiving, restoreTo, SLOT } from './wal-archive.fixture.ts'
import { removeSegmentsBefore, type WalArchive } from './wal-archive.ts'

/** `npm run chaos -- backups` sets more rounds, and other random choices. */
const ROUNDS = Number(process.env.BASALT_BACKUP_ROUNDS ?? 2)
const SEED = Number(process.env.BASALT_BACKUP_SEED ?? 1)
/** `npm run chaos -- backups kills` goes on until as many kills are over, and does nothing else in between. */
const KILLS = Number(process.env.BASALT_BACKUP_KILLS ?? 0)
const WRITERS = 3
/** Transactions between two restores. */
const COMMITS_PER_ROUND = 60
/** The share of rounds in which what was received of the last segment is lost with its machine. */
const LOST = 0.4
/** How many of the newest backups are restored from, beside those that they build on. */
const BACKUPS_KEPT = 3

/** A transaction that was sent, by the clock of this machine in milliseconds. */
interface Attempt {
  writer: number
  number: number
  sentAt: number
  /** Absent when the answer never came: then it may have been committed. */
  answered?: { at: number; isCommitted: boolean }
}

/** Writers that keep a log of what was acknowledged, through crashes of their server. */
function loggingWriters(engine: Engine, random: () => number) {
  const attempts: Attempt[] = []
  const numbers = Array.from({ length: WRITERS }, () => 0)
  let isWriting = false
  const write = async (writer: number) => {
    let client: pg.Client | undefined
    while (isWriting) {
      const number = ++numbers[writer]!
      const attempt: Attempt = { writer, number, sentAt: Date.now() }
      try {
        client ??= await login(engine)
        attempt.sentAt = Date.now()
        attempts.push(attempt)
        const isCommitted = random() > 0.2
        // Each transaction writes two rows, and changes one that all writers change.
        await client.query(
          `begin; insert into written values (${writer}, ${number});
           update counter set n = n + 1 where writer = ${writer};
           insert into written values (${writer}, -${number}); ${isCommitted ? 'commit' : 'rollback'}`,
        )
        attempt.answered = { at: Date.now(), isCommitted }
      } catch {
        // The server was killed. It is started again by its supervisor.
        await client?.end().catch(() => undefined)
        client = undefined
      }
    }
    await client?.end().catch(() => undefined)
  }
  const committed = () => attempts.filter(({ answered }) => answered?.isCommitted).length
  return {
    attempts,
    /** Writes before, while and after something else happens. */
    async around(disturb: () => Promise<unknown>) {
      isWriting = true
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
      const more = async () => {
        const enough = committed() + COMMITS_PER_ROUND / 2
        await waitFor(() => committed() >= enough)
      }
      await more()
      await disturb()
      await more()
      isWriting = false
      await writing
    },
  }
}

/** Where the source is, once its supervisor has started it again. */
const running = (engine: Engine) => waitFor(() => engine.endpoint('source'))

async function login(engine: Engine): Promise<pg.Client> {
  const { host, socket = host, port } = await running(engine)
  const client = new pg.Client({
    host: socket,
    port,
    user: SUPERUSER,
    password: PASSWORD,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** What is wrong with the rows of a moment, by the log of the writers. */
function faultsOf(rows: { writer: number; number: number }[], attempts: Attempt[], moment: number): string[] {
  const found = new Set(rows.map(({ writer, number }) => `${writer}:${number}`))
  return attempts.flatMap(({ writer, number, sentAt, answered }) => {
    const [one, other] = [found.has(`${writer}:${number}`), found.has(`${writer}:${-number}`)]
    const what = `transaction ${number} of writer ${writer}`
    if (one !== other) return [`half of ${what}`]
    if (one && answered?.isCommitted === false) return [`${what} was rolled back`]
    if (one && sentAt > moment) return [`${what} came later`]
    if (!one && answered?.isCommitted && answered.at < moment) return [`${what} was acknowledged before`]
    return []
  })
}

test('a database that is restored to random moments has exactly what was acknowledged, through kills of everything', {
  timeout: 60_000 + Math.max(ROUNDS, KILLS) * 60_000,
}, async () => {
  const random = randomOf(SEED)
  const { engine, dataDir, endpoint } = await aServer({ crashWindowMs: 1_000 })
  const setup = await connected(endpoint)
  await setup.query(
    `create table written (writer int, number int, primary key (writer, number));
       create table counter as select writer, 0 as n from generate_series(0, ${WRITERS - 1}) writer;
       select pg_create_physical_replication_slot('${SLOT}', true)`,
  )
  const archive = await anArchive()
  const elsewhere: WalArchive = { ...archive, unfinished: join(archive.unfinished, 'nowhere') }
  let backups: BackupIndex[] = []
  let taken = 0
  const backUp = async (isFull: boolean) =>
    backups.push(
      await takeBackup({
        login: loginTo(await running(engine)),
        beginReading: readingOf(engine),
        store: archive.store,
        folder: FOLDER,
        id: `backup-${taken++}`,
        base: isFull ? undefined : backups.at(-1)?.id,
      }),
    )
  /** A round restores the log from its backup on, so backups that are old would make later rounds slow. */
  const expire = async () => {
    const kept = new Set<BackupIndex>()
    for (let backup of backups.slice(-BACKUPS_KEPT))
      for (;;) {
        kept.add(backup)
        const base = backups.find(({ id }) => id === backup.base)
        if (!base) break
        backup = base
      }
    for (const { id } of backups.filter((backup) => !kept.has(backup)))
      await removeBackup(archive.store, FOLDER, id)
    backups = backups.filter((backup) => kept.has(backup))
    await removeSegmentsBefore(archive, lsnOf(backups[0]!.startLsn))
  }
  let receiver = receiving(endpoint, archive)
  await backUp(true)
  const writers = loggingWriters(engine, random)

  const kills = new Map<string, number>()
  const counted = (what: string, work: () => Promise<unknown>): [string, () => Promise<unknown>] => [
    what,
    async () => {
      await work()
      kills.set(what, (kills.get(what) ?? 0) + 1)
    },
  ]
  const total = () => [...kills.values()].reduce((sum, count) => sum + count, 0)
  /** The server dies while it sends a backup, which leaves no list; what it leaves is removed before the next attempt. */
  const killedBackUp = async () => {
    const id = `backup-${taken++}`
    const taking = takeBackup({
      login: loginTo(await running(engine)),
      beginReading: readingOf(engine),
      store: {
        ...archive.store,
        async write(key, body) {
          return archive.store.write(key, killing(body))
        },
      },
      folder: FOLDER,
      id,
      base: undefined,
    })
    async function* killing(body: AsyncIterable<Uint8Array>) {
      let pieces = 0
      for await (const piece of body) {
        yield piece
        if (++pieces === 2) await kill(dataDir)
      }
    }
    await expect(taking).rejects.toThrow()
    await removeBackup(archive.store, FOLDER, id)
  }
  const killing = [
    counted('the receiver is killed', () => receiver.stop()),
    counted('the server is killed', async () => kill(dataDir)),
    counted('a backup is killed', killedBackUp),
    counted('both ends of the log are killed', () => Promise.all([receiver.stop(), kill(dataDir)])),
  ]
  const harmless: [string, () => Promise<unknown>][] = [
    ['nothing', async () => undefined],
    ['an incremental backup', () => backUp(false)],
    ['a full backup', () => backUp(true)],
    ['the segment is left', async () => (await login(engine)).query('select pg_switch_wal()')],
  ]
  const disturbances = KILLS > 0 ? killing : [...killing, ...harmless]
  for (let round = 0; KILLS > 0 ? total() < KILLS : round < ROUNDS; round++) {
    const [what, disturb] = disturbances[Math.floor(random() * disturbances.length)]!
    await writers.around(disturb)
    // It ended with what was killed.
    await receiver.stop()
    receiver = receiving(await running(engine), archive)
    await expire()
    const since = new Date().toISOString()
    let ending: unknown = 'it still receives'
    void receiver.ended.then((reason) => {
      ending = reason
    })
    await waitFor(async () => ((await restorableRange(archive, backups))?.latest ?? '') > since).catch(
      (cause) => {
        throw new Error(`${what} (round ${round}, seed ${SEED}): nothing more is safe: ${ending}`, { cause })
      },
    )

    /** The times at which something was going on, of those that can be restored from an archive. */
    const restorable = async (from: WalArchive) => {
      const range = await restorableRange(from, backups)
      const [first, to] = range ? [Date.parse(range.earliest) + 1, Date.parse(range.latest)] : [0, -1]
      const sent = writers.attempts.map(({ sentAt }) => sentAt)
      return { to, times: sent.filter((sentAt) => sentAt >= first && sentAt <= to) }
    }
    // The machine may be lost, so that only the store is left.
    const lost = random() < LOST ? await restorable(elsewhere) : undefined
    const source = lost?.times.length ? elsewhere : archive
    const { to, times } = source === elsewhere ? lost! : await restorable(archive)
    const sentAt = times[Math.floor(random() * times.length)]!
    const moment = Math.min(to, sentAt + Math.floor(random() * 5))
    const usable = backups.filter(({ endedAt }) => Date.parse(endedAt) < moment)
    const backup = usable[Math.floor(random() * usable.length)]!.id
    const name = `${what}, ${backup}, ${new Date(moment).toISOString()} ${source === archive ? '' : ', machine lost'} (round ${round}, seed ${SEED})`
    await restoreTo(engine, 'restored', {
      archive: source,
      backup,
      until: { time: new Date(moment).toISOString() },
    })
    const { host, socket = host, port } = await engine.start('restored')
    const client = new pg.Client({
      host: socket,
      port,
      user: SUPERUSER,
      password: PASSWORD,
      database: 'postgres',
    })
    await client.connect()
    const { rows } = await client.query('select writer, number from written')
    const totals = await client.query(
      `select c.writer from counter c where n <> (select count(*) from written w where w.writer = c.writer and number > 0)`,
    )
    await client.end()
    expect(faultsOf(rows, writers.attempts, moment), name).toEqual([])
    expect(totals.rows, name).toEqual([])
    await engine.destroy('restored')
  }
  await receiver.stop()
  if (KILLS > 0) process.stdout.write(`Kills: ${JSON.stringify(Object.fromEntries(kills))}\n`)
})

async function kill(dataDir: string) {
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/source/data')))!
  signal(pid, 'SIGKILL')
}
