import { expect, test } from 'vitest'
import { type LogTerm, logTerm, parseLogSearch, withLogTerm } from './log-search.rules.ts'
import { bucketMs, logSources } from './logs.rules.ts'

const { fields } = logSources.edge_logs
const text = (words: string, isNegated = false): LogTerm => ({ kind: 'text', text: words, isNegated })
const field = (name: string, ...matches: Extract<LogTerm, { kind: 'field' }>['matches']): LogTerm => ({
  kind: 'field',
  field: name,
  isNegated: false,
  matches,
})

test.each<[string, LogTerm[]]>([
  ['', []],
  ['  ', []],
  ['timeout', [text('timeout')]],
  ['"duplicate key" -"a:b"', [text('duplicate key'), text('a:b', true)]],
  ['"not closed', [text('not closed')]],
  ['"a \\"quote\\" \\\\"', [text('a "quote" \\')]],
  ['"', []],
  ['a-b -c', [text('a-b'), text('c', true)]],
  ['status:5xx', [field('status', { kind: 'between', from: 500, to: 599 })]],
  ['STATUS:404', [field('status', { kind: 'is', value: '404' })]],
  [
    'status:200,4XX',
    [field('status', { kind: 'is', value: '200' }, { kind: 'between', from: 400, to: 499 })],
  ],
  ['status:400..499', [field('status', { kind: 'between', from: 400, to: 499 })]],
  ['duration_ms:>=12.5', [field('duration_ms', { kind: 'compare', operator: '>=', value: 12.5 })]],
  ['path:/rest/*', [field('path', { kind: 'like', pattern: '/rest/*' })]],
  ['path:"/a b,*"', [field('path', { kind: 'is', value: '/a b,*' })]],
  ['path:/a?select=x:y', [field('path', { kind: 'is', value: '/a?select=x:y' })]],
  [
    '-method:GET,HEAD x',
    [
      {
        kind: 'field',
        field: 'method',
        isNegated: true,
        matches: [
          { kind: 'is', value: 'GET' },
          { kind: 'is', value: 'HEAD' },
        ],
      },
      text('x'),
    ],
  ],
])('%s is understood', (search, terms) => {
  expect(parseLogSearch(search, fields)).toEqual({ terms })
})

test.each([
  ['colour:red', /no field colour.*method, path/],
  ['http://x', /no field http.*quotes/],
  ['status:', /status: write a value/],
  ['status:,', /write a value/],
  ['status:many', /write a number such as/],
  ['status:"many"', /write a number such as/],
  ['constructor:1', /no field constructor/],
])('%s has a problem in words', (search, problem) => {
  const parsed = parseLogSearch(search, fields)
  expect('problem' in parsed && parsed.problem).toMatch(problem)
})

test.each([
  ['path', '/a b,*"\\'],
  ['path', '<x>'],
  ['path', '/rest/v1/notes?select=id,title'],
  ['status', 404],
  ['user_agent', 'curl/8 (x; y)'],
])('a clicked %s is found by what it adds', (name, value) => {
  expect(parseLogSearch(logTerm(name, value), fields)).toEqual({
    terms: [field(name, { kind: 'is', value: String(value) })],
  })
})

test('a term is added once', () => {
  expect(withLogTerm('', 'a:1')).toBe('a:1')
  expect(withLogTerm('x  ', 'a:1')).toBe('x a:1')
  expect(withLogTerm('a:1 x', 'a:1')).toBe('a:1 x')
})

test.each([
  [60_000, 1_000],
  [3_600_000, 30_000],
  [86_400_000, 900_000],
  [7 * 86_400_000, 3 * 3_600_000],
  [90 * 86_400_000, 86_400_000],
])('bars of %d ms are %d ms wide', (range, size) => {
  expect(bucketMs(range)).toBe(size)
})
