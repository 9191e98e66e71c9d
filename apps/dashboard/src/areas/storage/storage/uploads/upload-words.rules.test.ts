import { expect, test } from 'vitest'
import {
  failureWords,
  outcomeWords,
  type PaceSample,
  paceWith,
  remainingMs,
  remainingWords,
  totalsOf,
} from './upload-words.rules.ts'

const file = { name: 'a.txt', contentType: 'text/plain', allowedTypes: ['image/*', 'video/mp4'] }

test.each([
  [409, 'The resource already exists', 'File name already exists.'],
  [413, 'too large', 'File size exceeds the bucket file size limit.'],
  [
    415,
    'mime type text/plain is not supported',
    'Failed to upload a.txt: text/plain is not allowed. Allowed MIME types: image/*, video/mp4',
  ],
  [
    400,
    'Invalid key: a#.txt',
    'Failed to upload a.txt: File name contains an invalid special character. Rename it and upload it again.',
  ],
  [403, 'Access denied', 'Failed to upload a.txt: Access denied'],
  [502, '', 'Failed to upload a.txt: the server answered 502'],
  [
    0,
    'http://h/upload does not answer',
    'Failed to upload a.txt: http://h/upload does not answer. Check your connection and try again.',
  ],
])('status %s says what is the matter', (status, message, words) => {
  expect(failureWords({ status, message }, file)).toBe(words)
})

test('the invalid character of a name is shown', () => {
  const told = failureWords({ status: 400, message: 'Invalid key: in/a#.txt' }, { ...file, name: 'a#.txt' })
  expect(told).toBe(
    'Failed to upload a#.txt: File name cannot contain the "#" character. Rename it and upload it again.',
  )
})

test('a conflict that is none of names says what it is', () => {
  const told = failureWords({ status: 409, message: 'at 5, not at 0', reason: 'OffsetConflict' }, file)
  expect(told).toBe(
    'Failed to upload a.txt: another page is uploading it too. Try again when that one is done.',
  )
})

test('where every type is allowed the words are those of the server', () => {
  expect(failureWords({ status: 415, message: 'no' }, { ...file, allowedTypes: null })).toBe('no')
})

test.each([
  [3, 0, 'Successfully uploaded 3 files!'],
  [1, 0, 'Successfully uploaded 1 file!'],
  [2, 1, 'Successfully uploaded 2 out of 3 files!'],
  [0, 2, 'Failed to upload 2 files!'],
  [0, 0, undefined],
])('%s stored and %s failed reads as %s', (stored, failed, title) => {
  expect(outcomeWords({ stored, failed })?.title).toBe(title)
})

const seconds = (...moved: number[]) =>
  moved.reduce<readonly PaceSample[]>(
    (known, one, index) => paceWith(known, { at: index * 1000, moved: one }),
    [],
  )

test.each<[string, readonly PaceSample[], number, string]>([
  ['nothing', [], 100, ''],
  ['a moment', seconds(0, 50), 100, ''],
  ['no byte', seconds(0, 0, 0, 0), 100, ''],
  ['ten bytes a second', seconds(0, 10, 20, 30), 100, '10s left'],
  ['a pace at the end', seconds(0, 10, 20, 30), 0, ''],
  // What was quick eleven seconds ago says nothing about now.
  [
    'a pace that fell',
    seconds(0, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011),
    60,
    '1m left',
  ],
  ['an attempt that began again', seconds(500, 600, 0, 10, 20), 100, '10s left'],
])('after %s what is left of %j reads', (_what, samples, left, words) => {
  expect(remainingWords(remainingMs(samples, left))).toBe(words)
})

test('totals leave out failed uploads, and the rate leaves out bytes of earlier attempts', () => {
  const item = { status: 'uploading' as const, size: 100, sentBytes: 40, sentBefore: 30 }
  expect(
    totalsOf([item, { ...item, status: 'failed' }, { ...item, status: 'stored', sentBytes: 100 }]),
  ).toEqual({
    total: 200,
    sent: 140,
    moved: 80,
  })
})
