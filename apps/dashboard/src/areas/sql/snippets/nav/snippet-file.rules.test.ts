import { expect, test } from 'vitest'
import { fileKinds, snakeCase, snippetCommand, snippetFile } from './snippet-file.rules.ts'

const at = new Date('2026-01-02T03:04:05Z')
const snippet = { name: 'Orders of today', sql: 'create table orders (id int)' }
const source = { url: 'https://db.example.com/platform/projects/abc/content/item/1', needsToken: true }

test.each([
  ['Orders of today', 'orders_of_today'],
  ['  100% – Größe!', '100_gr_e'],
  ['名前', ''],
])('%s becomes %j', (name, expected) => {
  expect(snakeCase(name)).toBe(expected)
})

test('each kind of file has a name, and ends so that another text may follow', () => {
  expect(fileKinds.map((kind) => snippetFile(kind, snippet, at))).toEqual([
    {
      name: '20260102030405_create_table_orders_id.sql',
      text: '-- 20260102030405_create_table_orders_id.sql\ncreate table orders (id int)\n;\n',
    },
    { name: 'seed.sql', text: 'create table orders (id int)\n;\n' },
    { name: 'orders_of_today.sql', text: 'create table orders (id int)' },
  ])
  expect(snippetFile('sql', { ...snippet, name: '名前' }, at).name).toBe('create_table_orders_id.sql')
})

test('a command fetches the text and writes the file', () => {
  const fetched = `curl -fsS -H "Authorization: Bearer $BASALT_TOKEN" '${source.url}' | jq -r .content.sql`
  expect(snippetCommand('migration', snippet, source, 'cli')).toBe(
    `${fetched} | supabase migration new orders_of_today`,
  )
  expect(snippetCommand('migration', snippet, source, 'npx')).toBe(
    `${fetched} | npx supabase migration new orders_of_today`,
  )
  expect(snippetCommand('seed', snippet, source, 'cli')).toBe(`${fetched} >> supabase/seed.sql`)
  expect(snippetCommand('sql', snippet, source, 'cli')).toBe(`${fetched} > 'orders_of_today.sql'`)
})

test('without sign-in no token is needed, and the URL is quoted for the shell', () => {
  const command = snippetCommand('seed', snippet, { url: "http://localhost/it's", needsToken: false }, 'cli')
  expect(command).toBe(`curl -fsS 'http://localhost/it'\\''s' | jq -r .content.sql >> supabase/seed.sql`)
})
