import { expect, test } from 'vitest'
import { detectEncoding } from './encoding.ts'
import { detectLayout, hasHeader } from './file-format.ts'
import { columnNames, inferType, matchNames } from './infer-types.rules.ts'

test.each([
  ['bool', ['true', 'FALSE', null]],
  ['int8', ['1', '-9223372036854775808', '+7', '0', null]],
  ['numeric', ['9223372036854775808', '1']],
  ['numeric', ['1', '2.50', '-.5', '1e10']],
  ['text', ['007', '1']],
  ['text', ['1', 'x']],
  ['text', ['1,5']],
  ['date', ['2026-02-28', '2024-02-29']],
  ['text', ['2026-02-29']],
  ['text', ['01/02/2026']],
  ['text', ['0000-01-01']],
  ['timestamp', ['2026-01-02 03:04', '2026-01-02T03:04:05.678']],
  ['timestamptz', ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05+05:30', '2026-01-02 03:04:05+00']],
  ['text', ['2026-01-02 03:04', '2026-01-02T03:04:05Z']],
  ['text', ['2026-01-02 25:04']],
  ['uuid', ['6F9619FF-8B86-D011-B42D-00C04FC964FF']],
  ['jsonb', ['{"a": 1}', '[1]']],
  ['text', ['{a,b}']],
  ['text', ['']],
  ['text', [null, null]],
  ['text', []],
])('the type %s fits %j', (type, values) => {
  expect(inferType(values)).toBe(type)
})

test('names of columns are distinct, not empty, and short enough', () => {
  const long = 'ä'.repeat(40)
  const names = columnNames(['a', '', 'a', ' b ', long, `${long}x`, 'a_2', '\0'])
  expect(names).toEqual([
    'a',
    'column_2',
    'a_2',
    'b',
    'ä'.repeat(31),
    `${'ä'.repeat(30)}_2`,
    'a_2_2',
    'column_8',
  ])
  expect(names.every((name) => new TextEncoder().encode(name).length <= 63)).toBe(true)
})

test('columns are matched by name, exactly first and then however they are spelled', () => {
  expect(matchNames(['id', 'First Name', 'firstName', 'other'], ['ID', 'first_name', 'firstName'])).toEqual([
    0,
    1,
    2,
    undefined,
  ])
})

test.each([
  ['a,b\n1,2\n', ','],
  ['a;b\n1,5;2\n3,5;4\n', ';'],
  ['a\tb\n1\t"x,y"\n', '\t'],
  ['a|b|c\n1|2|3\n', '|'],
  ['"a,b";c\n"d,e";f\n', ';'],
  ['only\none\n', ','],
  ['name,note\nx,"a;b;c;d"\ny,"e;f;g"\n', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(detectLayout(text)).toMatchObject({ kind: 'csv', delimiter })
})

test.each([
  ['[{"a": 1}]', 'json'],
  ['  [\n  {', 'json'],
  ['[]', 'json'],
  ['{"a": 1}\n{"a": 2}\n', 'jsonl'],
  ['{\n "a": 1\n}', 'json'],
  ['{a},{b}\n', 'csv'],
  ['[1],[2]\n', 'csv'],
])('%j is %s', (text, kind) => {
  expect(detectLayout(text).kind).toBe(kind)
})

test('line ends of old Macs are found', () => {
  expect(detectLayout('a,b\r1,2\r')).toEqual({ kind: 'csv', delimiter: ',', lineEnd: '\r' })
})

test.each([
  [
    [
      ['id', 'name'],
      ['1', 'x'],
    ],
    true,
  ],
  [
    [
      ['1', 'x'],
      ['2', 'y'],
    ],
    false,
  ],
  [
    [
      ['id', null],
      ['1', 'x'],
    ],
    false,
  ],
  [
    [
      ['a', 'a'],
      ['1', 'x'],
    ],
    false,
  ],
  [[['2026-01-01', 'x']], false],
  [[['name']], true],
  [[], false],
])('whether %j begin with names', (rows, expected) => {
  expect(hasHeader(rows)).toBe(expected)
})

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, character] of [...text].entries())
    view.setUint16(index * 2, character.charCodeAt(0), !isBigEndian)
  return bytes
}

test.each([
  [new TextEncoder().encode('größe'), 'utf-8'],
  [new TextEncoder().encode('\ufeffa'), 'utf-8'],
  [new TextEncoder().encode('größe').subarray(0, 3), 'utf-8'],
  [Uint8Array.of(0x67, 0x72, 0xf6, 0xdf, 0x65), 'windows-1252'],
  [utf16('\ufeffid,name', false), 'utf-16le'],
  [utf16('\ufeffid,name', true), 'utf-16be'],
  [utf16('id,name', false), 'utf-16le'],
  [utf16('id,name', true), 'utf-16be'],
  [new Uint8Array(), 'utf-8'],
])('the encoding of %j is %s', (bytes, expected) => {
  expect(detectEncoding(bytes, false)).toBe(expected)
})
