import { describe, expect, test } from 'vitest'
import { detectSettings, type FileSettings, fileParts, previewFile } from './read-file.ts'
import type { BadRecord } from './record.ts'

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new Blob(parts)

async function copied(
  file: Blob,
  from: readonly (number | string | null)[],
  changes: Partial<FileSettings> & { hasLineNumbers?: boolean; partBytes?: number; arrays?: boolean } = {},
) {
  const { hasLineNumbers = true, partBytes = 1000, arrays = false, ...others } = changes
  const settings = { ...(await detectSettings(file)), ...others }
  const { names } = await previewFile(file, settings)
  const bad: BadRecord[] = []
  const columns = from.map((source, index) => ({
    name: `c${index}`,
    source: typeof source === 'number' ? { from: source } : { constant: source },
    as: arrays ? ('array' as const) : ('text' as const),
  }))
  let text = ''
  const decoder = new TextDecoder()
  const sizes: number[] = []
  for await (const { bytes } of fileParts(file, {
    settings,
    names,
    columns,
    hasLineNumbers,
    partBytes,
    onBad: (one) => bad.push(one),
  })) {
    text += decoder.decode(bytes, { stream: true })
    sizes.push(bytes.length)
  }
  return { text, bad, sizes }
}

test('rows are written for COPY, with their lines, in the order of the columns', async () => {
  const file = fileOf('id;name;note\r\n1;"a\tb";x\\y\r\n\r\n2;;"line 1\nline 2"\r\n')
  expect(await copied(file, [1, 0, null, 'a\\b', 2])).toEqual({
    text: '2\ta\\tb\t1\t\\N\ta\\\\b\tx\\\\y\n4\t\\N\t2\t\\N\ta\\\\b\tline 1\\nline 2\n',
    bad: [],
    sizes: [expect.any(Number)],
  })
  expect((await copied(file, [0], { hasLineNumbers: false })).text).toBe('1\n2\n')
})

test('a row that PostgreSQL cannot receive is left out and named', async () => {
  const { text, bad } = await copied(fileOf('a,b\n1,x\0y\n2\n3,z\n'), [0, 1])
  expect(text).toBe('4\t3\tz\n')
  expect(bad).toMatchObject([
    { line: 2, column: 'c1', reason: 'The text has a NUL character, which PostgreSQL cannot store.' },
    { line: 3, reason: 'The line has 1 value instead of 2.' },
  ])
})

describe('the preview finds rows that are longer than what it usually reads', () => {
  const long = 'x'.repeat(3_000_000)
  const FILES = [
    ['a first row', `id,text\n1,"${long}"\n2,b\n`, ['id', 'text'], [['1', long], ['2', 'b']]],
    ['a row without a quote', `id;text\n1;${long}\n`, ['id', 'text'], [['1', long]]],
    ['a header', `id,${long}\n1,b\n`, ['id', long], [['1', 'b']]],
    ['an object', `[{"id": 1, "text": "${long}"}, {"id": 2, "later": "b"}]`, ['id', 'text', 'later'], [['1', long, null], ['2', null, 'b']]],
    ['a line of JSON', `{"id": 1, "text": "${long}"}\n{"id": 2}\n`, ['id', 'text'], [['1', long], ['2', null]]],
  ] as const // biome-ignore format: a table
  test.each(FILES)('%s', async (_what, text, names, rows) => {
    const file = fileOf(text)
    const settings = { ...(await detectSettings(file)) }
    const hasHeader = settings.layout.kind === 'csv'
    const preview = await previewFile(file, { ...settings, hasHeader })
    expect(preview.names).toEqual(names)
    expect(preview.rows).toEqual(rows)
    expect(preview.bad).toEqual([])
  })
})

test('the preview of a file without a row that can be read says what is wrong with its lines', async () => {
  const file = fileOf('a,b\n1\n1,2,3\n')
  expect(await previewFile(file, { ...(await detectSettings(file)), hasHeader: true })).toMatchObject({
    names: ['a', 'b'],
    rows: [],
    bad: [
      { line: 2, reason: 'The line has 1 value instead of 2.' },
      { line: 3, reason: 'The line has 3 values instead of 2.' },
    ],
  })
})

test('parts are no larger than asked for, and make up the whole', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `${index},größe 😀 ${index}`)
  const { text, sizes } = await copied(fileOf(`id,name\n${rows.join('\n')}`), [0, 1], {
    hasLineNumbers: false,
  })
  expect(text).toBe(`${rows.map((row) => row.replace(',', '\t')).join('\n')}\n`)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1000)
})

test('JSON arrays become arrays of PostgreSQL where columns are', async () => {
  const file = fileOf('[{"a": [1, "x"]}, {"b": {"c": 1}}]')
  expect((await copied(file, [0, 1])).text).toBe('1\t[1,"x"]\t\\N\n2\t\\N\t{"c":1}\n')
  expect((await copied(file, [0, 1], { arrays: true })).text).toBe('1\t{"1","x"}\t\\N\n2\t\\N\t{"c":1}\n')
})

const utf16 = (text: string) => {
  const codes = Uint16Array.from(text, (character) => character.charCodeAt(0))
  return new Uint8Array(codes.buffer)
}

test.each([
  ['UTF-8 with a byte order mark', fileOf('\ufeffname,id\ngrün,1\n')],
  ['UTF-16', fileOf(utf16('\ufeffname,id\ngrün,1\n'))],
  ['Latin-1', fileOf(Uint8Array.from('name,id\ngrün,1\n', (character) => character.charCodeAt(0)))],
])('%s is detected', async (_name, file) => {
  const settings = await detectSettings(file)
  expect(settings.hasHeader).toBe(true)
  expect(await previewFile(file, settings)).toEqual({
    names: ['name', 'id'],
    rows: [['grün', '1']],
    bad: [],
    types: ['text', 'int8'],
  })
  expect((await copied(file, [0])).text).toBe('2\tgrün\n')
})

test('a file in another encoding than chosen is refused with the place', async () => {
  const file = fileOf(`${'a,b\n'.repeat(300_000)}`, Uint8Array.of(0xe9), ',x\n')
  await expect(copied(file, [0])).rejects.toThrow(
    'The file is not UTF-8: there is an invalid character after byte 1048576. Choose another encoding.',
  )
})

test('an empty file has no columns and no rows', async () => {
  const file = fileOf('')
  expect(await previewFile(file, await detectSettings(file))).toEqual({
    names: [],
    rows: [],
    bad: [],
    types: [],
  })
  expect((await copied(file, [])).text).toBe('')
})
