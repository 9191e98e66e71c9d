import { expect, test } from 'vitest'
import { fileTableSql, formOf, readFile, reasonAgainst } from './file-table-form.rules.ts'

const file = (text: string | Uint8Array<ArrayBuffer>, name = 'Größe "1".csv') => new File([text], name)

test('a form begins with what the file looks like', async () => {
  const form = formOf(await readFile(file('id;a b;x\n1;2026-01-02;u\n2;2026-01-03;v\n')))
  expect(form).toEqual({
    schema: 'public',
    name: 'Größe "1"',
    encoding: 'UTF8',
    delimiter: ';',
    has_header: true,
    columns: [
      { name: 'id', type: 'int8' },
      { name: 'a b', type: 'date' },
      { name: 'x', type: 'text' },
    ],
  })
  expect(reasonAgainst(form)).toBeUndefined()
  expect(fileTableSql(form)).toBe(
    `create foreign table "public"."Größe ""1""" (\n  "id" int8,\n  "a b" date,\n  "x" text\n) server "basalt_files"\n  options (filename '…', format 'csv', header 'true', delimiter ';', encoding 'UTF8');`,
  )
})

test('what was typed stays when another file is chosen', async () => {
  const read = await readFile(file('1,2\n3,4\n', 'numbers.csv'))
  expect(formOf(read, { schema: 'far', name: 'mine' })).toMatchObject({
    schema: 'far',
    name: 'mine',
    has_header: false,
    columns: [{ name: 'Column 1' }, { name: 'Column 2' }],
  })
})

test.each([
  ['nothing', '', /empty/],
  ['JSON', '[{"a": 1}]', /table editor/],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0, 0x2c, 0, 0x62, 0]), /Save it as UTF-8/],
])('a file of %s is refused with what to do', async (_title, text, message) => {
  await expect(readFile(file(text))).rejects.toThrow(message)
})

test.each([
  [{ name: '' }, /name for the table/],
  [{ schema: '' }, /schema/],
  [{ name: 'ü'.repeat(32) }, /63 bytes/],
  [{ columns: [{ name: '', type: 'text' as const }] }, /each column/],
  [
    {
      columns: [
        { name: 'a', type: 'text' as const },
        { name: 'a', type: 'int8' as const },
      ],
    },
    /same name/,
  ],
])('%j is no table yet', async (change, reason) => {
  const form = formOf(await readFile(file('id,x\n1,a\n')))
  expect(reasonAgainst({ ...form, ...change })).toMatch(reason)
})
