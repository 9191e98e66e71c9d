import { expect, test } from 'vitest'
import { failureWords, outcomeWords, remainingMs } from './upload-words.rules.ts'

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
    'Failed to upload a.txt: its name has characters that are not allowed. Rename it and try again.',
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

test.each([
  [50, 100, 1000, 1000],
  [0, 100, 1000, undefined],
  [100, 100, 1000, 0],
])('%s of %s bytes in %s ms leave %s ms', (sent, total, elapsed, left) => {
  expect(remainingMs(sent, total, elapsed)).toBe(left)
})
