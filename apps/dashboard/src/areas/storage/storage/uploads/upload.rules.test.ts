import { expect, test } from 'vitest'
import {
  type ChosenFile,
  chunkSizeOf,
  classifyFiles,
  existingNames,
  mayRetry,
  mayRetryManually,
  nextPath,
  uniqueName,
  uploadable,
  withUniqueNames,
} from './upload.rules.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const chosen = (path: string, size = 1): ChosenFile => ({ file: { size } as File, path })
const pathsOf = (files: readonly ChosenFile[]) => files.map(({ path }) => path)

test.each([
  [0, 6 * MB],
  [30 * MB - 1, 6 * MB],
  [80 * MB, 10 * MB],
  [100 * MB, 10 * MB],
  [500 * MB, 25 * MB],
  [3 * GB, Math.floor((3 * GB) / 30)],
  [20 * GB, Math.floor((20 * GB) / 50)],
  [100 * GB, 500 * MB],
])('a file of %s bytes is uploaded in chunks of %s', (size, chunk) => {
  expect(chunkSizeOf(size)).toBe(chunk)
})

test.each([0, 423, 500, 502])('status %s is retried', (status) => {
  expect(mayRetry(status)).toBe(true)
})

test.each([400, 403, 404, 409, 413, 415, 429])('status %s is not retried', (status) => {
  expect(mayRetry(status)).toBe(false)
})

test('system files are ignored, and narrow spaces become plain ones', () => {
  expect(
    pathsOf(
      uploadable(
        ['/a/.DS_Store', '.DS_Store', 'a#/b', '/Shot 3\u202fPM.png', 'a/b.txt'].map((path) => chosen(path)),
      ),
    ),
  ).toEqual(['Shot 3 PM.png', 'a/b.txt'])
})

test('empty and too large files are separated', () => {
  const { tooLarge, empty, good } = classifyFiles([chosen('a', 11), chosen('b', 0), chosen('c', 10)], 10)
  expect([tooLarge, empty, good].map(pathsOf)).toEqual([['a'], ['b'], ['c']])
  expect(classifyFiles([chosen('a', 11)], undefined).good.length).toBe(1)
})

test.each([
  ['a.txt', [], 'a.txt'],
  ['a.txt', ['a.txt'], 'a (1).txt'],
  ['a.txt', ['a.txt', 'a (1).txt', 'a (3).txt'], 'a (2).txt'],
  ['folder', ['folder'], 'folder (1)'],
  ['.env', ['.env'], '.env (1)'],
  ['a+(b).tar.gz', ['a+(b).tar.gz'], 'a+(b).tar (1).gz'],
])('the unique name for %s among %j is %s', (name, taken, free) => {
  expect(uniqueName(name, (one) => (taken as string[]).includes(one))).toBe(free)
})

test('a dropped folder whose name exists is renamed as a whole', () => {
  const files = ['Photos/1.jpg', 'Photos/deep/2.jpg', '1.txt', '1.TXT'].map((path) => chosen(path))
  expect(pathsOf(withUniqueNames(files, ['photos', '1.txt']))).toEqual([
    'Photos (1)/1.jpg',
    'Photos (1)/deep/2.jpg',
    '1 (1).txt',
    '1 (2).TXT',
  ])
})

test.each([
  ['in/a.txt', 'a.txt', 'in/a (1).txt'],
  ['in/a (1).txt', 'a.txt', 'in/a (2).txt'],
  ['a (9).txt', 'a.txt', 'a (10).txt'],
  ['a (1).txt', 'a (1).txt', 'a (1) (1).txt'],
  ['a (x).txt', 'a.txt', 'a (1).txt'],
  ['Shot 3 PM.png', 'Shot 3\u202fPM.png', 'Shot 3 PM (1).png'],
  ['.env (1)', '.env', '.env (2)'],
])('after %s, the next path of the file %s is %s', (tried, name, next) => {
  expect(nextPath(tried, name)).toBe(next)
})

test('dropped folders are checked on the server, single files are not', async () => {
  const checked: string[] = []
  const folderExists = async (name: string) => {
    checked.push(name)
    return ['trip', 'trip (2)'].includes(name)
  }
  const files = ['trip/1.jpg', 'trip/2.jpg', 'new/3.jpg', 'a.txt'].map((path) => chosen(path))
  const names = await existingNames(files, ['Trip (1)'], folderExists)
  expect(names).toEqual(['trip (1)', 'trip', 'trip (2)'])
  expect(checked).toEqual(['trip', 'trip (2)', 'trip (3)', 'new'])
  expect(pathsOf(withUniqueNames(files, names))).toEqual([
    'trip (3)/1.jpg',
    'trip (3)/2.jpg',
    'new/3.jpg',
    'a.txt',
  ])
})

const failed = (status: number, reason?: string) => ({
  failure: { status, reason },
  size: 100,
  contentType: 'text/plain',
})

test.each([
  [failed(0), undefined, true],
  [failed(503), undefined, true],
  [failed(403), undefined, true],
  [failed(409, 'OffsetConflict'), undefined, true],
  [failed(400, 'InvalidKey'), undefined, false],
  [failed(404, 'NoSuchBucket'), undefined, false],
  [failed(413), undefined, false],
  [failed(413), { limit: 99, types: null }, false],
  [failed(413), { limit: 100, types: null }, true],
  [failed(415), { limit: undefined, types: ['image/*'] }, false],
  [failed(415), { limit: undefined, types: ['text/*'] }, true],
  [failed(415), { limit: undefined, types: null }, true],
])('whether a retry of %j under the rules %j can succeed: %s', (item, rules, expected) => {
  expect(mayRetryManually(item, rules)).toBe(expected)
})
