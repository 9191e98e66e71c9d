import { expect, test } from 'vitest'
import { type Arriving, arrivingIn } from './arriving.rules.ts'

const place = { ref: 'ref', bucket: 'files' }
const LISTED_AT = 1000
const upload = (path: string, over: Partial<Arriving> = {}): Arriving => ({
  ...place,
  path,
  status: 'uploading',
  ...over,
})
const names = (uploads: Arriving[], folder = '') =>
  arrivingIn(uploads, place, folder, LISTED_AT).map(({ path, isFolder }) => (isFolder ? `${path}/` : path))

test('each folder sees what comes right into it, and folders once', () => {
  const uploads = [upload('a.txt'), upload('trip/1.png'), upload('trip/2.png'), upload('trip/day/3.png')]
  expect(names(uploads)).toEqual(['a.txt', 'trip/'])
  expect(names(uploads, 'trip')).toEqual(['trip/1.png', 'trip/2.png', 'trip/day/'])
  expect(names(uploads, 'tri')).toEqual([])
})

test('what goes elsewhere is not seen', () => {
  expect(names([upload('a', { bucket: 'other' }), upload('b', { ref: 'other' })])).toEqual([])
})

test.each<[Arriving['status'], number | undefined, boolean]>([
  ['waiting', undefined, true],
  ['uploading', undefined, true],
  ['paused', undefined, true],
  ['failed', undefined, false],
  ['file-needed', undefined, false],
  ['stored', LISTED_AT + 1, true],
  ['stored', LISTED_AT, false],
])('a file that is %s, over at %s, has a row of its own: %s', (status, endedAt, isSeen) => {
  expect(names([upload('a.txt', { status, ...(endedAt !== undefined && { endedAt }) })])).toEqual(
    isSeen ? ['a.txt'] : [],
  )
})
