import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Behaviour, openLogReceiver, openSyslogReceiver } from '@basalt/testing/log-receivers.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { metadataOver, openMetadataPool } from '../../platform/metadata/metadata.ts'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { insertProjects } from '../../test/many-rows.ts'
import { newMetadataDatabase } from '../../test/metadata-database.ts'
import { logDrainStore } from './log-drains.store.ts'

const KILLS = Number(process.env.BASALT_DRAIN_KILLS ?? 4)

/** Receivers have bad moments of their own. */
const moods: Behaviour[] = [
  (response) => response.writeHead(204).end(),
  (response) => response.writeHead(204).end(),
  (response) => response.writeHead(503).end(),
  // Everything was received, but the answer is lost.
  (response) => response.destroy(),
]

test(`a server that is killed ${KILLS} times while it sends delivers every written event at least once, in order`, async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'basalt-drains-'))
  const database = await newMetadataDatabase()
  const pool = openMetadataPool(database.url)
  await using receiver = await openLogReceiver()
  await using syslog = await openSyslogReceiver()
  try {
    const metadata = metadataOver(pool)
    const { id: organization } = await metadata
      .insertInto('organizations')
      .values({ name: 'Acme', slug: 'acme', plan: 'pro' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertProjects(metadata, organization, 1)
    const { ref } = await metadata.selectFrom('projects').select('ref').executeTakeFirstOrThrow()
    const key = randomBytes(32)
    const store = logDrainStore(metadata, secretsWith(key))
    const drain = { ref, max: 9, positions: new Map([['edge_logs' as const, 0]]) }
    const url = receiver.origin
    const [overHttp, overSyslog] = [randomUUID(), randomUUID()]
    await store.create({
      ...drain,
      id: overHttp,
      name: 'HTTP',
      target: { kind: 'http', url, headers: [], gzip: true },
    })
    await store.create({
      ...drain,
      id: overSyslog,
      name: 'Syslog',
      target: { kind: 'syslog', host: '127.0.0.1', port: syslog.port, tls: false, certificate: '' },
    })
    receiver.behaves((response, batch) => moods[Math.floor(Math.random() * moods.length)]!(response, batch))
    const numbers = () => receiver.lines().map(({ status }) => Number(status))
    const sent = () => syslog.messages.map((message) => Number(/ status="(\d+)"/.exec(message)![1]))

    let written = 0
    for (let round = 0; round <= KILLS; round++) {
      const child = fork(
        new URL('./killed-drain.fixture.ts', import.meta.url),
        [directory, database.url, key.toString('hex'), ref, String(written)],
        { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
      )
      const steps = 2 + Math.floor(Math.random() * 6)
      for (let step = 0; step < steps; step++) {
        ;[written] = (await once(child, 'message')) as [number]
        if (step < steps - 1) child.send('go on')
      }
      // In the last round everything gets its time.
      if (round === KILLS) {
        receiver.answers(204)
        await waitFor(() => new Set(numbers()).size >= written && new Set(sent()).size >= written)
      }
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const all = Array.from({ length: written }, (_, n) => n)
    for (const received of [numbers(), sent()]) {
      expect([...new Set(received)].sort((a, b) => a - b)).toEqual(all)
      // First arrivals are in order: what is sent again comes from the last position on.
      const first = received.filter((number, n) => received.indexOf(number) === n)
      expect(first).toEqual(all)
    }
  } finally {
    await pool.end()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  }
})
