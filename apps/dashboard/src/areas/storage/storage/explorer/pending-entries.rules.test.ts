import { expect, test } from 'vitest'
import { type PendingUpload, pendingEntriesIn } from './pending-entries.rules.ts'

const bucketKey = { ref: 'ref', bucket: 'files' }
const LISTED_AT = 1000
const upload = (path: string, over: Partial<PendingUpload> = {}): PendingUpload => ({
  ...bucketKey,
  path,
  status: 'uploading',
  ...over,
})
const names = (uploads: PendingUpload[], folder = '') =>
  pendingEntriesIn(uploads, bucketKey, folder, LISTED_AT).map(({ path, isFolder }) =>
    isFolder ? `${path}/` : path,
  )

test('each folder lists the uploads directly in it, and each subfolder once', () => {
  const uploads = [upload('a.txt'), upload('trip/1.png'), upload('trip/2.png'), upload('trip/day/3.png')]
  expect(names(uploads)).toEqual(['a.txt', 'trip/'])
  expect(names(uploads, 'trip')).toEqual(['trip/1.png', 'trip/2.png', 'trip/day/'])
  expect(names(uploads, 'tri')).toEqual([])
})

test('uploads to other buckets are not listed', () => {
  expect(names([upload('a', { bucket: 'other' }), upload('b', { ref: 'other' })])).toEqual([])
})

test.each<[PendingUpload['status'], number | undefined, boolean]>([
  ['waiting', undefined, true],
  ['uploading', undefined, true],
  ['paused', undefined, true],
  ['failed', undefined, false],
  ['file-needed', undefined, false],
  ['stored', LISTED_AT + 1, true],
  ['stored', LISTED_AT, false],
])('whether a file that is %s, ended at %s, is listed: %s', (status, endedAt, isListed) => {
  expect(names([upload('a.txt', { status, ...(endedAt !== undefined && { endedAt }) })])).toEqual(
    isListed ? ['a.txt'] : [],
  )
})
