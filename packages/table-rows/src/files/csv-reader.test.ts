import { describe, expect, test, vi } from 'vitest'
import { randomFrom } from '../database.fixture.ts'
import { type CsvFormat, CsvReader } from './csv-reader.ts'
import { FileError, RECORD_LENGTH_MAX, type ReadRecord } from './record.ts'

const COMMA: CsvFormat = { delimiter: ',', nulls: { empty: 'bare', text: '' } }

/** Reads a text cut into pieces. */
function read(text: string, format: Partial<CsvFormat> = {}, piece = text.length || 1): ReadRecord[] {
  const reader = new CsvReader({ ...COMMA, ...format })
  const records: ReadRecord[] = []
  for (let at = 0; at < text.length; at += piece) records.push(...reader.push(text.slice(at, at + piece)))
  return [...records, ...reader.end()]
}
const values = (text: string, format?: Partial<CsvFormat>) =>
  read(text, format).map((record) => ('values' in record ? record.values : record.reason))

test.each<[string, string, Partial<CsvFormat>, unknown[]]>([
  ['a plain row', 'a,b\n', {}, [['a', 'b']]],
  [
    'no line end at the end',
    'a,b\nc,d',
    {},
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'Windows line ends',
    'a,b\r\nc,d\r\n',
    {},
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'line ends of old Macs',
    'a,b\rc,d\r',
    { lineEnd: '\r' },
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'NULL and the empty text',
    'a,\n"",b',
    {},
    [
      ['a', null],
      ['', 'b'],
    ],
  ],
  [
    'quoted empty as NULL',
    'a,\n"",b',
    { nulls: { empty: 'all', text: '' } },
    [
      ['a', null],
      [null, 'b'],
    ],
  ],
  [
    'empty as empty',
    'a,\n"",b',
    { nulls: { empty: 'none', text: '' } },
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  [
    'a text for NULL',
    'a,NULL\n"NULL",\\N',
    { nulls: { empty: 'bare', text: 'NULL' } },
    [
      ['a', null],
      ['NULL', '\\N'],
    ],
  ],
  [
    'delimiters, quotes and line ends in quotes',
    '"a,b","c""d","e\nf\r\ng"\n',
    {},
    [['a,b', 'c"d', 'e\nf\r\ng']],
  ],
  ['unquoted JSON', '1;{"a": "x"}\n', { delimiter: ';' }, [['1', '{"a": "x"}']]],
  ['inches', 'TV,42"\n', {}, [['TV', '42"']]],
  ['a tab', 'a\tb c\n', { delimiter: '\t' }, [['a', 'b c']]],
  [
    'empty lines',
    '\na,b\n\r\n\nc,d\n\n',
    {},
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['empty lines of a single column', 'a\n\nb\n', {}, [['a'], [null], ['b']]],
  [
    'ragged rows',
    'a,b\nc\nd,e,f\n',
    {},
    [['a', 'b'], 'The line has 1 value instead of 2.', 'The line has 3 values instead of 2.'],
  ],
  ['text after a closing quote', '"a"b,c\n', {}, ['b follows a closing quote.']],
  [
    'a quote that is not closed',
    'a,b\nc,"d\ne,f\n',
    {},
    [['a', 'b'], 'A quote is not closed before the end of the file.'],
  ],
  ['an empty file', '', {}, []],
])('%s', (_case, text, format, expected) => {
  expect(values(text, format)).toEqual(expected)
})

test('a row has the number of the line that it begins on', () => {
  expect(read('a,b\n\n"x\ny",z\n"1\r\n2\n3",4\r\nbad\nlast,one').map(({ line }) => line)).toEqual([
    1, 3, 5, 8, 9,
  ])
})

describe('a file cut anywhere reads the same', () => {
  const text = 'a,"b ""1"" \r\n2",c\r\n\r\n"",,"x"\n"q"r,1,2\n😀,ä,"""\n"\nlast,"",'
  const whole = read(text)
  test.each(Array.from({ length: text.length }, (_, index) => index + 1))('in pieces of %i', (piece) => {
    expect(read(text, {}, piece)).toEqual(whole)
  })
})

test('what is written as COPY writes CSV reads back the same', () => {
  const random = randomFrom(7)
  const texts = [
    null,
    '',
    'a',
    'NULL',
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    ' x ',
    '{"a": [1, "b"]}',
    '😀',
    '\\N',
    "'",
  ]
  for (let round = 0; round < 300; round += 1) {
    const width = 2 + random.below(4)
    const rows = Array.from({ length: 1 + random.below(6) }, () =>
      Array.from({ length: width }, () => {
        const one = random.pick(texts)
        return one === null ? null : one + (random.below(2) ? random.pick(texts) : '')
      }),
    )
    const cell = (value: string | null) =>
      value === null
        ? ''
        : value === '' || /[",\r\n]/.test(value)
          ? `"${value.replaceAll('"', '""')}"`
          : value
    const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
    expect(read(text, {}, 1 + random.below(9)).map((record) => 'values' in record && record.values)).toEqual(
      rows,
    )
  }
})

test('a row that does not end is refused before it fills the memory', () => {
  const reader = new CsvReader(COMMA)
  reader.push('a,b\nc,"')
  const megabyte = 'x'.repeat(2 ** 20)
  const push = () => {
    for (let bytes = 0; bytes <= RECORD_LENGTH_MAX + 2 ** 20; bytes += 2 ** 20) reader.push(megabyte)
  }
  expect(push).toThrow(FileError)
  expect(push).toThrow('The row on line 2 does not end')
})

test('a row is found without a search through all others', () => {
  const reader = new CsvReader(COMMA)
  const searches = vi.spyOn(String.prototype, 'indexOf')
  try {
    expect(reader.push('a,b\n'.repeat(1000))).toHaveLength(1000)
    const forQuotes = searches.mock.calls.filter(([text]) => text === '"')
    expect(forQuotes).toHaveLength(1)
  } finally {
    searches.mockRestore()
  }
})
