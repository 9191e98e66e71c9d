import { beforeEach, expect, test, vi } from 'vitest'
import { UploadFailure, type UploadOrder, type UploadWatcher } from '../../../../api/resumable-upload.ts'
import type { KeptUpload } from './kept-uploads.ts'
import { NAME_TAKEN, UPLOADS_AT_ONCE } from './upload.rules.ts'
import { UploadQueue } from './upload-queue.ts'

/** Uploads that go on only when a test says so. */
interface Attempt extends UploadWatcher {
  order: UploadOrder
  did: string[]
}
let attempts: Attempt[]
let outcomes: { stored: number; failed: number }[]
let kept: Map<string, KeptUpload>
let queue: UploadQueue
/** Paths where the very same bytes are already. */
let there: string[]

beforeEach(() => {
  attempts = []
  outcomes = []
  kept = new Map()
  there = []
  queue = new UploadQueue({
    userId: 'ann',
    start: async (order, watcher) => {
      const did: string[] = []
      attempts.push({ order, did, ...watcher })
      return {
        pause: () => void did.push('pause'),
        resume: () => void did.push('resume'),
        cancel: () => void did.push('cancel'),
      }
    },
    keyOf: () => async () => 'key',
    keep: (upload) => kept.set(upload.id, upload),
    forget: (id) => kept.delete(id),
    isThere: async ({ path }) => there.includes(path),
    onIdle: ({ stored, failed }) => outcomes.push({ stored, failed }),
  })
})

const place = { ref: 'ref', bucket: 'files', folder: 'in/', allowedTypes: null }
const fileOf = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/plain' })
const add = (...names: string[]) =>
  queue.add(
    place,
    names.map((name) => ({ file: fileOf(name), path: name })),
  )
const statuses = () => queue.getSnapshot().map(({ status }) => status)
const idOf = (name: string) => queue.getSnapshot().find((item) => item.name === name)!.id
const begun = (count: number) => vi.waitFor(() => expect(attempts.length).toBe(count))

test('no more than ten files are on the way at once, the next follows when one has arrived', async () => {
  add(...Array.from({ length: UPLOADS_AT_ONCE + 2 }, (_, index) => `${index}.txt`))
  await begun(UPLOADS_AT_ONCE)
  attempts[0]!.onDone()
  await begun(UPLOADS_AT_ONCE + 1)
  expect(attempts[0]!.order).toMatchObject({ path: 'in/0.txt', contentType: 'text/plain' })
  expect(statuses().filter((status) => status === 'waiting').length).toBe(1)
})

test('when everything is over it tells once how it went, and keeps what failed for another try', async () => {
  add('a.txt', 'b.txt')
  await begun(2)
  attempts[0]!.onDone()
  expect(outcomes).toEqual([])
  attempts[1]!.onFailed(new UploadFailure(403, 'not yours'))
  expect(outcomes).toEqual([{ stored: 1, failed: 1 }])
  expect(queue.getSnapshot()[1]).toMatchObject({
    status: 'failed',
    trouble: 'Failed to upload b.txt: not yours',
  })
  queue.retry(queue.getSnapshot().map(({ id }) => id))
  await begun(3)
  attempts[2]!.onDone()
  expect(outcomes).toEqual([
    { stored: 1, failed: 1 },
    { stored: 1, failed: 0 },
  ])
  expect(statuses()).toEqual(['stored', 'stored'])
})

const nameTaken = new UploadFailure(409, 'there', NAME_TAKEN)

test('a name that is taken beyond what was known gives way to the next one, without a word', async () => {
  add('a.txt', 'a (1).txt')
  await begun(2)
  attempts[0]!.onFailed(nameTaken)
  await begun(3)
  attempts[2]!.onFailed(nameTaken)
  await begun(4)
  expect(attempts.map(({ order }) => order.path)).toEqual([
    'in/a.txt',
    'in/a (1).txt',
    'in/a (2).txt',
    'in/a (3).txt',
  ])
  expect(kept.get(idOf('a.txt'))).toMatchObject({ path: 'in/a (3).txt', name: 'a.txt' })
  attempts[1]!.onDone()
  attempts[3]!.onDone()
  expect(outcomes).toEqual([{ stored: 2, failed: 0 }])
})

test('a file that had arrived when the connection broke is not uploaded once more', async () => {
  there = ['in/a.txt']
  add('a.txt')
  await begun(1)
  attempts[0]!.onTrouble(new UploadFailure(0, 'no answer'))
  attempts[0]!.onFailed(nameTaken)
  await vi.waitFor(() => expect(outcomes).toEqual([{ stored: 1, failed: 0 }]))
  // Without such trouble it is another upload of the same file.
  add('a.txt')
  await begun(2)
  attempts[1]!.onFailed(nameTaken)
  await begun(3)
  expect(attempts[2]!.order.path).toBe('in/a (1).txt')
})

test('a file that was paused while its name turned out to be taken stays paused', async () => {
  add('a.txt')
  await begun(1)
  queue.pause(idOf('a.txt'))
  attempts[0]!.onFailed(nameTaken)
  await vi.waitFor(() => expect(queue.getSnapshot()[0]!.path).toBe('in/a (1).txt'))
  expect(statuses()).toEqual(['paused'])
  queue.resume(idOf('a.txt'))
  await begun(2)
  expect(attempts[1]!.order.path).toBe('in/a (1).txt')
})

test('a paused file continues where it was, and gives its place to others meanwhile', async () => {
  add(...Array.from({ length: UPLOADS_AT_ONCE + 1 }, (_, index) => `${index}.txt`))
  await begun(UPLOADS_AT_ONCE)
  await vi.waitFor(() => {
    queue.pause(idOf('0.txt'))
    expect(attempts[0]!.did).toContain('pause')
  })
  await begun(UPLOADS_AT_ONCE + 1)
  attempts[1]!.onDone()
  queue.resume(idOf('0.txt'))
  expect(attempts[0]!.did).toEqual(['pause', 'resume'])
})

test('cancelling takes away what has been sent and says nothing of failure', async () => {
  add('a.txt', 'b.txt')
  await begun(2)
  await vi.waitFor(() => expect(statuses()).toEqual(['uploading', 'uploading']))
  queue.cancelAll()
  await vi.waitFor(() => expect(attempts.map(({ did }) => did)).toEqual([['cancel'], ['cancel']]))
  attempts[0]!.onFailed(new UploadFailure(0, 'late'))
  expect([queue.getSnapshot(), outcomes, kept.size]).toEqual([[], [], 0])
})

test('trouble on the way stands beside the file until it continues', async () => {
  add('a.txt')
  await begun(1)
  attempts[0]!.onTrouble(new UploadFailure(0, 'http://h does not answer'))
  expect(queue.getSnapshot()[0]!.trouble).toBe('http://h does not answer. Trying again.')
  attempts[0]!.onProgress(5)
  expect(queue.getSnapshot()[0]).toMatchObject({ sentBytes: 5 })
  expect(queue.getSnapshot()[0]!.trouble).toBeUndefined()
})

test('what failed for want of a connection continues when there is one, and nothing else does', async () => {
  add('a.txt', 'b.txt')
  await begun(2)
  attempts[0]!.onFailed(new UploadFailure(0, 'no answer'))
  attempts[1]!.onFailed(new UploadFailure(415, 'no'))
  queue.retryUnanswered()
  await begun(3)
  expect(statuses()).toEqual(['uploading', 'failed'])
})

test('after the page was reloaded uploads go on; a file the browser has not kept is asked for', async () => {
  const left = {
    ...place,
    userId: 'ann',
    name: 'a.txt',
    size: 10,
    lastModified: 1,
    contentType: 'text/plain',
  }
  queue.restore([
    { ...left, id: '1', path: 'in/a.txt', file: fileOf('a.txt') },
    { ...left, id: '2', path: 'in/b.txt', name: 'b.txt' },
  ])
  await begun(1)
  expect(statuses()).toEqual(['uploading', 'file-needed'])
  expect(queue.supply('2', fileOf('b.txt', 11))).toBe(false)
  expect(queue.supply('2', fileOf('b.txt'))).toBe(true)
  await begun(2)
  expect(attempts[1]!.order.path).toBe('in/b.txt')
})
