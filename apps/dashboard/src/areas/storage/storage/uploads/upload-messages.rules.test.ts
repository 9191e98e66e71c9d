import { expect, test } from 'vitest'
import {
  addSample,
  failureMessage,
  outcomeToast,
  type RateSample,
  remainingLabel,
  remainingMs,
  totalsOf,
} from './upload-messages.rules.ts'

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
  [502, '', 'Failed to upload a.txt: the server responded with 502'],
  [
    0,
    'http://h/upload does not answer',
    'Failed to upload a.txt: http://h/upload does not answer. Check your connection and try again.',
  ],
])('the message for status %s', (status, message, text) => {
  expect(failureMessage({ status, message }, file)).toBe(text)
})

test('the message names the invalid character', () => {
  const text = failureMessage({ status: 400, message: 'Invalid key: in/a#.txt' }, { ...file, name: 'a#.txt' })
  expect(text).toBe(
    'Failed to upload a#.txt: File name cannot contain the "#" character. Rename it and upload it again.',
  )
})

test('a conflict of offsets has its own message', () => {
  const text = failureMessage({ status: 409, message: 'at 5, not at 0', reason: 'OffsetConflict' }, file)
  expect(text).toBe(
    'Failed to upload a.txt: another page is also uploading it. Try again when it has finished.',
  )
})

test('without allowed types the message is the server’s', () => {
  expect(failureMessage({ status: 415, message: 'no' }, { ...file, allowedTypes: null })).toBe('no')
})

test.each([
  [3, 0, 'Successfully uploaded 3 files!'],
  [1, 0, 'Successfully uploaded 1 file!'],
  [2, 1, 'Successfully uploaded 2 out of 3 files!'],
  [0, 2, 'Failed to upload 2 files!'],
  [0, 0, undefined],
])('the outcome of %s stored and %s failed is %s', (stored, failed, title) => {
  expect(outcomeToast({ stored, failed })?.title).toBe(title)
})

const seconds = (...moved: number[]) =>
  moved.reduce<readonly RateSample[]>(
    (samples, one, index) => addSample(samples, { at: index * 1000, moved: one }),
    [],
  )

test.each<[string, readonly RateSample[], number, string]>([
  ['nothing', [], 100, ''],
  ['a moment', seconds(0, 50), 100, ''],
  ['no byte', seconds(0, 0, 0, 0), 100, ''],
  ['ten bytes a second', seconds(0, 10, 20, 30), 100, '10s left'],
  ['a pace at the end', seconds(0, 10, 20, 30), 0, ''],
  // The rate of eleven seconds ago no longer counts.
  [
    'a pace that fell',
    seconds(0, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011),
    60,
    '1m left',
  ],
  ['a restarted attempt', seconds(500, 600, 0, 10, 20), 100, '10s left'],
])('the remaining time after %s', (_what, samples, left, label) => {
  expect(remainingLabel(remainingMs(samples, left))).toBe(label)
})

test('totals exclude failed uploads, and the rate excludes bytes of earlier attempts', () => {
  const item = { status: 'uploading' as const, size: 100, sentBytes: 40, sentBefore: 30 }
  expect(
    totalsOf([item, { ...item, status: 'failed' }, { ...item, status: 'stored', sentBytes: 100 }]),
  ).toEqual({
    total: 200,
    sent: 140,
    moved: 80,
  })
})
