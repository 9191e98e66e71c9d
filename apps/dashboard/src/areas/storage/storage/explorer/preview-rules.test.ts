import { expect, test } from 'vitest'
import { type ExpiryUnit, secondsOf } from './expiry.rules.ts'
import { contentSummary, csvRows, isNumeric, isTooLarge, prettyJson, previewKindOf } from './preview.rules.ts'

test.each<[string, ExpiryUnit, number | undefined]>([
  ['1', 'days', 86_400],
  ['2', 'weeks', 1_209_600],
  ['1', 'months', 2_592_000],
  ['1', 'years', 31_536_000],
  ['0', 'days', undefined],
  ['-1', 'days', undefined],
  ['', 'days', undefined],
  ['1001', 'years', undefined],
])('%s %s are %s seconds', (duration, unit, seconds) => {
  expect(secondsOf(duration, unit)).toBe(seconds)
})

test.each([
  ['image/svg+xml', 'image'],
  ['application/pdf', 'pdf'],
  ['text/csv; charset=utf-8', 'csv'],
  ['application/ld+json', 'json'],
  ['text/html', 'text'],
  ['application/zip', 'none'],
  [null, 'none'],
])('%s is previewed as %s', (type, kind) => {
  expect(previewKindOf(type)).toBe(kind)
})

test('files that are too large, or of unknown size, have no preview', () => {
  expect(isTooLarge('image', 10 * 1024 ** 2)).toBe(false)
  expect(isTooLarge('image', 10 * 1024 ** 2 + 1)).toBe(true)
  expect(isTooLarge('text', 1024 ** 2 + 1)).toBe(true)
  expect(isTooLarge('image', null)).toBe(true)
})

test('JSON is formatted, and other text is unchanged', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(prettyJson('{oops')).toBe('{oops')
})

test('CSV is parsed with quotes, up to a limit', () => {
  expect(csvRows('a,b\r\n"x, ""y""\nz",2\n')).toEqual([
    ['a', 'b'],
    ['x, "y"\nz', '2'],
  ])
  expect(csvRows('1\n2\n3', 2)).toEqual([['1'], ['2']])
  expect(csvRows('')).toEqual([])
  expect(csvRows('a,\n')).toEqual([['a', '']])
})

test.each([
  [['1', '2.50', '-3', ''], true],
  [['1,200.5', '12 %', '1e9'], true],
  [['1', 'two'], false],
  [['2026-01-01'], false],
  [['', ''], false],
  [[], false],
])('whether the cells %j are numbers: %s', (cells, expected) => {
  expect(isNumeric(cells)).toBe(expected)
})

test.each([
  [{ files: 0, bytes: 0, isMore: false }, 'There are no files in it.'],
  [{ files: 1, bytes: 5, isMore: false }, '1 file (5 bytes) will be deleted.'],
  [{ files: 1234, bytes: 2048, isMore: false }, '1,234 files (2 KB) will be deleted.'],
  [
    { files: 100_000, bytes: 1024, isMore: true },
    'More than 100,000 files (more than 1 KB) will be deleted.',
  ],
])('the summary of a folder with %j', (content, summary) => {
  expect(contentSummary(content)).toBe(summary)
})
