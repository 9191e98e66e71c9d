import { beforeEach, expect, test, vi } from 'vitest'
import { type UploadCallbacks, UploadFailure, type UploadOptions } from '../../../../api/resumable-upload.ts'
import { CONCURRENT_UPLOADS_MAX, NAME_TAKEN } from './upload.rules.ts'
import { UploadQueue } from './upload-queue.ts'
import type { PersistedUpload } from './upload-store.ts'

/** An upload whose progress the test controls. */
interface Attempt extends UploadCallbacks {
  options: UploadOptions
  actions: string[]
}
let attempts: Attempt[]
let outcomes: { stored: number; failed: number }[]
let persisted: Map<string, PersistedUpload>
let queue: UploadQueue
/** Paths that already have the same content. */
let alreadyStored: string[]

beforeEach(() => {
  attempts = []
  outcomes = []
  persisted = new Map()
  alreadyStored = []
  queue = new UploadQueue({
    userId: 'ann',
    start: async (options, callbacks) => {
      const actions: string[] = []
      attempts.push({ options, actions, ...callbacks })
      return {
        pause: () => void actions.push('pause'),
        resume: () => void actions.push('resume'),
        cancel: () => void actions.push('cancel'),
      }
    },
    keyOf: () => async () => 'key',
    persist: (upload) => persisted.set(upload.id, upload),
    remove: (id) => persisted.delete(id),
    isAlreadyStored: async ({ path }) => alreadyStored.includes(path),
    onIdle: ({ stored, failed }) => outcomes.push({ stored, failed }),
  })
})

const target = { ref: 'ref', bucket: 'files', folder: 'in/', allowedTypes: null }
const fileOf = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/plain' })
const add = (...names: string[]) =>
  queue.add(
    target,
    names.map((name) => ({ file: fileOf(name), path: name })),
  )
const statuses = () => queue.getSnapshot().map(({ status }) => status)
const idOf = (name: string) => queue.getSnapshot().find((item) => item.name === name)!.id
const attemptsStarted = (count: number) => vi.waitFor(() => expect(attempts.length).toBe(count))

test('at most ten files upload concurrently, and the next starts when one is done', async () => {
  add(...Array.from({ length: CONCURRENT_UPLOADS_MAX + 2 }, (_, index) => `${index}.txt`))
  await attemptsStarted(CONCURRENT_UPLOADS_MAX)
  attempts[0]!.onDone()
  await attemptsStarted(CONCURRENT_UPLOADS_MAX + 1)
  expect(attempts[0]!.options).toMatchObject({ path: 'in/0.txt', contentType: 'text/plain' })
  expect(statuses().filter((status) => status === 'waiting').length).toBe(1)
})

test('the outcome is reported once when all uploads have ended, and failed ones can be retried', async () => {
  add('a.txt', 'b.txt')
  await attemptsStarted(2)
  attempts[0]!.onDone()
  expect(outcomes).toEqual([])
  attempts[1]!.onFailed(new UploadFailure(403, 'not yours'))
  expect(outcomes).toEqual([{ stored: 1, failed: 1 }])
  expect(queue.getSnapshot()[1]).toMatchObject({
    status: 'failed',
    problem: 'Failed to upload b.txt: not yours',
  })
  queue.retry(queue.getSnapshot().map(({ id }) => id))
  await attemptsStarted(3)
  attempts[2]!.onDone()
  expect(outcomes).toEqual([
    { stored: 1, failed: 1 },
    { stored: 1, failed: 0 },
  ])
  expect(statuses()).toEqual(['stored', 'stored'])
})

const nameTaken = new UploadFailure(409, 'there', NAME_TAKEN)

test('a taken name is silently replaced by the next free one', async () => {
  add('a.txt', 'a (1).txt')
  await attemptsStarted(2)
  attempts[0]!.onFailed(nameTaken)
  await attemptsStarted(3)
  attempts[2]!.onFailed(nameTaken)
  await attemptsStarted(4)
  expect(attempts.map(({ options }) => options.path)).toEqual([
    'in/a.txt',
    'in/a (1).txt',
    'in/a (2).txt',
    'in/a (3).txt',
  ])
  expect(persisted.get(idOf('a.txt'))).toMatchObject({ path: 'in/a (3).txt', name: 'a.txt' })
  attempts[1]!.onDone()
  attempts[3]!.onDone()
  expect(outcomes).toEqual([{ stored: 2, failed: 0 }])
})

test('a file that was stored before the connection broke is not uploaded again', async () => {
  alreadyStored = ['in/a.txt']
  add('a.txt')
  await attemptsStarted(1)
  attempts[0]!.onRetry(new UploadFailure(0, 'no answer'))
  attempts[0]!.onFailed(nameTaken)
  await vi.waitFor(() => expect(outcomes).toEqual([{ stored: 1, failed: 0 }]))
  // Without a connection problem it is a second upload of the same file.
  add('a.txt')
  await attemptsStarted(2)
  attempts[1]!.onFailed(nameTaken)
  await attemptsStarted(3)
  expect(attempts[2]!.options.path).toBe('in/a (1).txt')
})

test('a file that was paused when its name turned out to be taken stays paused', async () => {
  add('a.txt')
  await attemptsStarted(1)
  queue.pause(idOf('a.txt'))
  attempts[0]!.onFailed(nameTaken)
  await vi.waitFor(() => expect(queue.getSnapshot()[0]!.path).toBe('in/a (1).txt'))
  expect(statuses()).toEqual(['paused'])
  queue.resume(idOf('a.txt'))
  await attemptsStarted(2)
  expect(attempts[1]!.options.path).toBe('in/a (1).txt')
})

test('a paused file frees its slot, and resumes where it stopped', async () => {
  add(...Array.from({ length: CONCURRENT_UPLOADS_MAX + 1 }, (_, index) => `${index}.txt`))
  await attemptsStarted(CONCURRENT_UPLOADS_MAX)
  await vi.waitFor(() => {
    queue.pause(idOf('0.txt'))
    expect(attempts[0]!.actions).toContain('pause')
  })
  await attemptsStarted(CONCURRENT_UPLOADS_MAX + 1)
  attempts[1]!.onDone()
  queue.resume(idOf('0.txt'))
  expect(attempts[0]!.actions).toEqual(['pause', 'resume'])
})

test('cancelling discards what has been sent and reports no failure', async () => {
  add('a.txt', 'b.txt')
  await attemptsStarted(2)
  await vi.waitFor(() => expect(statuses()).toEqual(['uploading', 'uploading']))
  queue.cancelAll()
  await vi.waitFor(() => expect(attempts.map(({ actions }) => actions)).toEqual([['cancel'], ['cancel']]))
  attempts[0]!.onFailed(new UploadFailure(0, 'late'))
  expect([queue.getSnapshot(), outcomes, persisted.size]).toEqual([[], [], 0])
})

test('a temporary problem is displayed until the upload continues', async () => {
  add('a.txt')
  await attemptsStarted(1)
  attempts[0]!.onRetry(new UploadFailure(0, 'http://h does not answer'))
  expect(queue.getSnapshot()[0]!.problem).toBe('http://h does not answer. Retrying.')
  attempts[0]!.onProgress(5)
  expect(queue.getSnapshot()[0]).toMatchObject({ sentBytes: 5 })
  expect(queue.getSnapshot()[0]!.problem).toBeUndefined()
})

test('uploads that failed without a connection are retried when it is back, and no others', async () => {
  add('a.txt', 'b.txt')
  await attemptsStarted(2)
  attempts[0]!.onFailed(new UploadFailure(0, 'no answer'))
  attempts[1]!.onFailed(new UploadFailure(415, 'no'))
  queue.retryUnconfirmed()
  await attemptsStarted(3)
  expect(statuses()).toEqual(['uploading', 'failed'])
})

test('uploads resume after a reload, and a file that was not persisted must be chosen again', async () => {
  const persistedUpload = {
    ...target,
    userId: 'ann',
    name: 'a.txt',
    size: 10,
    lastModified: 1,
    contentType: 'text/plain',
  }
  queue.restore([
    { ...persistedUpload, id: '1', path: 'in/a.txt', file: fileOf('a.txt') },
    { ...persistedUpload, id: '2', path: 'in/b.txt', name: 'b.txt' },
  ])
  await attemptsStarted(1)
  expect(statuses()).toEqual(['uploading', 'file-needed'])
  expect(queue.supply('2', fileOf('b.txt', 11))).toBe(false)
  expect(queue.supply('2', fileOf('b.txt'))).toBe(true)
  await attemptsStarted(2)
  expect(attempts[1]!.options.path).toBe('in/b.txt')
})
