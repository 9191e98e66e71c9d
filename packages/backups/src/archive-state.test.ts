import { join } from 'node:path'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { expect, test } from 'vitest'
import { backupBefore, restorableRange } from './point-in-time.ts'
import { storeSegment, type WalArchive } from './wal-archive.ts'
import { storePart } from './wal-parts.ts'
import { SEGMENT_BYTES, segmentName } from './wal-segments.ts'

const RECEIVED = '2026-01-31T12:00:00.000Z'
const START = 5n * BigInt(SEGMENT_BYTES)
const backup = { id: 'b', timeline: 1, startLsn: '0/5000000', endedAt: '2026-01-31T11:00:00.000Z' }

test('what can be restored is found with one listing of the store, also when the machine that received it is gone', async () => {
  const store = memoryBlobStore()
  let lists = 0
  const counted = {
    ...store,
    list(folder: string) {
      lists += 1
      return store.list(folder)
    },
  }
  const archive: WalArchive = {
    store: counted,
    folder: 'p/a',
    unfinished: join('/nowhere', 'wal'),
  }
  await storeSegment(archive, segmentName(1, START), {
    bytes: Buffer.alloc(SEGMENT_BYTES),
    receivedAt: RECEIVED,
  })
  const next = START + BigInt(SEGMENT_BYTES)
  await storePart(archive, {
    segment: segmentName(1, next),
    position: { timeline: 1, lsn: '0/6000100', time: RECEIVED },
    bytes: Buffer.alloc(256),
  })
  lists = 0
  expect(await restorableRange(archive, [backup])).toEqual({ earliest: backup.endedAt, latest: RECEIVED })
  expect(lists).toBe(1)
  expect(await backupBefore(archive, [backup], RECEIVED)).toBe('b')
  expect(lists).toBe(2)
})
