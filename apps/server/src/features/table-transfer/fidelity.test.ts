import { requestUrl } from '@basalt/contract/request-url.ts'
import { describeEntity } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import {
  exportTable,
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { detectSettings, fileParts, previewFile } from '@basalt/table-rows/files/read-file.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** What is exported reads back as the same rows, in every format, for odd values of all kinds of types. */

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(`
    create type mood as enum ('it''s "calm"', 'a,b', '\\N', '');
    create type pair as (a int, b text);
    create domain short as text check (length(value) < 100)`)
})
afterAll(() => project[Symbol.asyncDispose]())

/** Odd values of each type, as PostgreSQL reads them. */
const values: Readonly<Record<string, readonly string[]>> = {
  bool: ['t', 'f'],
  int2: ['-32768', '0'],
  int8: ['9223372036854775807', '-9223372036854775808', '999999999999999', '1'],
  numeric: ['NaN', 'Infinity', '-0.0010', '12345678901234567890123456789.10', '1e-20'],
  'numeric(10,3)': ['1.5', '-9999999.999'],
  float4: ['1e-45', '-0', 'NaN', '3.4028235e38', '0.1'],
  float8: ['5e-324', '-Infinity', '0.1', '1e300', '12345678901234567'],
  text: [
    '',
    ' ',
    'NULL',
    'null',
    '\\N',
    '\\.',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\r\n',
    'a"b,c\nd',
    '\\',
    '\\\\n',
    "it's",
    '=1+1',
    '{"a": 1}',
    '[1]',
    'größe 😀',
    '\u0001\u007f',
    '-- x',
    '$$',
    'x'.repeat(5000),
  ],
  'varchar(5)': ['', 'ab"c', '😀😀😀😀😀'],
  'char(4)': ['a', 'a b', ''],
  '"char"': ['a', '"', ','],
  bytea: ['\\x', '\\x00ff0a0d22'],
  date: ['2026-02-28', 'infinity', '0044-03-15 BC', '12345-01-01'],
  timestamp: ['2026-01-02 03:04:05.678901', '-infinity', '4713-01-01 00:00:00 BC'],
  timestamptz: ['2026-01-02 03:04:05.678901+05:30', 'infinity', '0001-01-01 00:00:00+00 BC'],
  timetz: ['03:04:05.1+02', '24:00:00+00'],
  interval: ['1 year -2 mons 3 days -04:05:06.789', '00:00:00', '-1 day'],
  uuid: ['6f9619ff-8b86-d011-b42d-00c04fc964ff'],
  json: ['{"a":1.10,"b":[null,"x\\ny"]}', '[]', '"x"', '12345678901234567890', 'true', '{}'],
  jsonb: ['{"a": 1.10, "b": [null, "x\\ny"]}', '[1, 2]', '"it\'s"', '12345678901234567890.123', 'false'],
  mood: ['it\'s "calm"', 'a,b', '\\N', ''],
  pair: ['(1,"a ""b"", c")', '(,)', '(2,"")'],
  short: ['', 'NULL', '"'],
  'text[]': [
    '{}',
    '{NULL,"NULL","","a,b","q\\"uote","back\\\\slash","new\nline"}',
    '{{a,b},{c,d}}',
    '[2:3]={x,y}',
  ],
  'int8[]': ['{1,NULL,-9223372036854775808}'],
  'pair[]': ['{"(1,\\"a b\\")",NULL}'],
  'jsonb[]': ['{"{\\"a\\": 1}",NULL}'],
  int4range: ['[1,5)', 'empty', '(,)'],
  nummultirange: ['{[1.5,2),[3,4)}', '{}'],
  tsvector: ["'a':1A 'b ''c''':2"],
  inet: ['192.168.0.1/24', '::1'],
  'bit(3)': ['101'],
  varbit: ['', '10101'],
  point: ['(1.5,-0)'],
  xml: ['<a b="c">d &amp; e</a>'],
  oid: ['4294967295'],
}

const names = [
  'id',
  'Name',
  'a"b',
  'x,y',
  ' ',
  'select',
  '😀',
  "it's",
  '__proto__',
  'toString',
  '1',
  '2',
  'a:b',
  'new\nline',
]
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A table with random columns and rows. Returns the types of its columns. */
async function randomTable(seed: number) {
  const below = randomBelow(seed)
  const types = Object.keys(values)
  const columns = names
    .slice(0, 2 + below(names.length - 1))
    .map((name) => ({ name, type: types[below(types.length)]! }))
  await project.sql(`
    drop table if exists source, target;
    create table source (${columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')});
    create table target (like source)`)
  const rows = 1 + below(12)
  for (let row = 0; row < rows; row += 1) {
    const texts = columns.map(({ type }) => {
      const all = values[type]!
      return below(5) === 0 ? null : all[below(all.length)]!
    })
    await project.sql(
      `insert into source values (${columns.map(({ type }, place) => `$${place + 1}::text::${type}`).join(', ')})`,
      texts,
    )
  }
  return columns
}

/** The rows as texts; those of JSON without what has no meaning. */
const rowsOf = async (table: string, columns: readonly { name: string; type: string }[]) => {
  const texts = columns.map(({ name, type }) => `${quoted(name)}${type === 'json' ? '::jsonb' : ''}::text`)
  const rows = await project.sql(
    `select array_to_json(array[${texts.join(', ')}])::text as row from ${table}`,
  )
  return rows.map(({ row }) => row as string).sort()
}

const oidOf = async (name: string): Promise<string> =>
  (await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid

const request = (
  path: string,
  method: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) =>
  fetch(project.origin + path, {
    method,
    headers: { ...project.owner.headers, origin: project.origin, 'content-type': type },
    body,
  })

async function exported(format: string) {
  const path = requestUrl(exportTable, { params: { ref: project.ref, oid: await oidOf('source') } })
  const reply = await request(path, 'POST', JSON.stringify({ format }))
  if (!reply.ok) throw new Error(await reply.text())
  return reply.blob()
}

/** Imports a file as the dashboard does. */
async function imported(file: Blob, isDelimited: boolean) {
  const params = { ref: project.ref, oid: await oidOf('target') }
  const { body: entity } = await project.owner.call(describeEntity, { params, query: {} })
  const detected = await detectSettings(file)
  const settings = isDelimited
    ? { ...detected, layout: { kind: 'csv', delimiter: ',', lineEnd: '\n' } as const, hasHeader: true }
    : detected
  const preview = await previewFile(file, settings)
  const columns = entity.columns.map(({ name, array_of, format }) => ({
    name,
    source: { from: preview.names.indexOf(name) },
    as: array_of
      ? ('array' as const)
      : format === 'json' || format === 'jsonb'
        ? ('json' as const)
        : ('text' as const),
  }))
  const { status, body } = await project.owner.call(startImport, {
    params: { ref: project.ref },
    body: { into: { oid: entity.id }, columns: columns.map(({ name }) => name) },
  })
  expect([status, body]).toMatchObject([201, {}])
  const bad: unknown[] = []
  const options = {
    settings,
    names: preview.names,
    columns,
    hasLineNumbers: body.has_line_numbers,
    partBytes: 999,
  }
  let part = 0
  for await (const { bytes } of fileParts(file, { ...options, onBad: (record) => bad.push(record) })) {
    const path = requestUrl(sendImportPart, { params: { ref: project.ref, id: body.id, part: String(part) } })
    const reply = await request(path, 'PUT', bytes, 'application/octet-stream')
    expect([reply.status, await reply.text()]).toMatchObject([200, expect.anything()])
    part += 1
  }
  expect(bad).toEqual([])
  const path = requestUrl(finishImport, { params: { ref: project.ref, id: body.id } })
  const reply = await request(path, 'POST', JSON.stringify({ parts: part }))
  const events = (await reply.text()).trim().split('\n')
  expect(JSON.parse(events.at(-1)!)).toMatchObject({ type: 'done', result: { outcome: 'imported' } })
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)

test.each(sampleOf(seeds, 10))('random table %i', async (seed) => {
  const columns = await randomTable(seed)
  const rows = await rowsOf('source', columns)
  for (const format of ['csv', 'json', 'jsonl']) {
    await project.sql('truncate target')
    await imported(await exported(format), format === 'csv')
    expect(await rowsOf('target', columns), format).toEqual(rows)
  }
  const sql = await (await exported('sql')).text()
  await project.sql('truncate target')
  await project.sql(sql.replaceAll('insert into "public"."source"', 'insert into "public"."target"'))
  expect(await rowsOf('target', columns), 'sql').toEqual(rows)
})
