import { join } from 'node:path'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { PASSWORD } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import type { Endpoint, Engine, RecoveryTarget } from '@basalt/postgres-supervisor/engine.ts'
import { temporaryDirectory } from '@basalt/postgres-supervisor/temporary-directory.fixture.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { onTestFinished } from 'vitest'
import { loginTo } from './backups.fixture.ts'
import { pointInTimeFiles } from './point-in-time.ts'
import { receivedPosition, type WalArchive } from './wal-archive.ts'
import { type ReceiveWal, receiveWal } from './wal-receiver.ts'

export const FOLDER = 'project/archive'
export const SLOT = 'basalt_archive'

/** An empty archive. */
export async function anArchive(): Promise<WalArchive> {
  return { store: memoryBlobStore(), folder: FOLDER, unfinished: join(await temporaryDirectory(), 'wal') }
}

/** Receives until it is stopped, which the end of the test does too. */
export function receiving(
  endpoint: Endpoint,
  archive: WalArchive,
  options: Pick<ReceiveWal, 'mayRest' | 'onStopping'> = {},
) {
  const stop = new AbortController()
  const ended = receiveWal({
    login: loginTo(endpoint),
    slot: SLOT,
    archive,
    signal: stop.signal,
    ...options,
  }).catch((error) => error)
  onTestFinished(() => stop.abort(new Error('the test ended')))
  return {
    /** Resolves to why it ended; undefined when the server ended it. */
    ended,
    async stop() {
      stop.abort(new Error('stopped'))
      await ended
    },
  }
}

/** Waits until everything that was committed before `time` is in the archive. */
export const isSafe = (archive: WalArchive, time: string) =>
  waitFor(async () => {
    const position = await receivedPosition(archive)
    return position !== undefined && position.time > time
  })

export const isReceived = (archive: WalArchive, lsn: string) =>
  waitFor(async () => {
    const position = await receivedPosition(archive)
    return position !== undefined && lsnOf(position.lsn) >= lsnOf(lsn)
  })

export const restoreTo = (
  engine: Engine,
  into: string,
  { archive, backup, until }: { archive: WalArchive; backup: string; until: RecoveryTarget },
) =>
  engine.restore(into, {
    files: pointInTimeFiles(
      archive,
      backup,
      typeof until === 'object' && 'time' in until ? until.time : undefined,
    ),
    until,
    superuserPassword: PASSWORD,
  })
