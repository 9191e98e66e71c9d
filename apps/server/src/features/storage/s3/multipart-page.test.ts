import { expect, test } from 'vitest'
import { uploadsPage } from './multipart-page.ts'

const uploads = [
  { key: 'test-2', id: 'e', startedAt: '2026-01-01T00:00:05Z' },
  { key: 'test-1', id: 'd', startedAt: '2026-01-01T00:00:04Z' },
  { key: 'test-1', id: 'c', startedAt: '2026-01-01T00:00:03Z' },
  { key: 'nested/b', id: 'b', startedAt: '2026-01-01T00:00:02Z' },
  { key: 'nested/a', id: 'a', startedAt: '2026-01-01T00:00:01Z' },
]
const ALL = { prefix: '', delimiter: '', keyMarker: '', idMarker: '', limit: 1000, isUrlEncoded: false }
const idsOf = ({ Upload, CommonPrefixes }: ReturnType<typeof uploadsPage>) => [
  ...CommonPrefixes.map(({ Prefix }) => Prefix),
  ...Upload.map(({ UploadId }) => UploadId),
]

test('uploads are sorted by key, then by start', () => {
  expect(idsOf(uploadsPage(uploads, ALL))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test.each([
  ['', ['a', 'b', 'c', 'd', 'e']],
  ['/', ['nested/', 'c', 'd', 'e']],
])('pages of one with delimiter %j return each entry once', (delimiter, expected) => {
  const found: string[] = []
  for (let [keyMarker, idMarker] = ['', '']; ; ) {
    const page = uploadsPage(uploads, { ...ALL, delimiter, keyMarker, idMarker, limit: 1 })
    found.push(...idsOf(page))
    if (!('NextKeyMarker' in page) || !page.NextKeyMarker) break
    keyMarker = page.NextKeyMarker
    idMarker = page.NextUploadIdMarker ?? ''
  }
  expect(found).toEqual(expected)
})

test('a marker without an id skips all uploads of its key', () => {
  expect(idsOf(uploadsPage(uploads, { ...ALL, keyMarker: 'test-1' }))).toEqual(['e'])
})

test('prefix and encoding are applied', () => {
  expect(idsOf(uploadsPage(uploads, { ...ALL, prefix: 'nested/' }))).toEqual(['a', 'b'])
  const odd = [{ key: 'a b/&', id: 'x', startedAt: '' }]
  expect(uploadsPage(odd, { ...ALL, isUrlEncoded: true }).Upload[0]).toMatchObject({ Key: 'a%20b/%26' })
})
