import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { expect, test } from 'vitest'
import { fieldsOf } from './server-form.schema.ts'
import { importSql, serverSql } from './server-sql.rules.ts'

const server: ForeignServer = {
  id: 1,
  name: 'shop',
  wrapper: 'postgres_fdw',
  owner: 'postgres',
  is_owned: true,
  host: 'db.example.com',
  address: '203.0.113.7',
  port: 5432,
  database: 'shop',
  sslmode: 'require',
  fetch_size: null,
  use_remote_estimate: false,
  other_options: [],
  mappings: [],
  tables: [],
  table_count: 0,
}

test('a new server shows its SQL without address and password, and enables what it needs', () => {
  const fields = { ...fieldsOf(undefined), name: 'a"b', host: 'db', user: 'ann', password: 'geheim' }
  const sql = serverSql(fields, undefined, false)
  expect(sql).toContain("select basalt.create_extension('postgres_fdw', if_not_exists => true);")
  expect(sql).toContain('create server "a""b" foreign data wrapper "postgres_fdw"')
  expect(sql).toContain("host 'db', hostaddr '…', port '5432', dbname 'postgres', sslmode 'prefer'")
  expect(sql).toContain(
    `create user mapping for "postgres" server "a""b"\n  options (user 'ann', password '…');`,
  )
  expect(sql).not.toContain('geheim')
  expect(serverSql(fields, undefined, true)).not.toContain('create_extension')
})

test('an edit shows what it changes, and nothing when it changes nothing', () => {
  expect(serverSql(fieldsOf(server), server, true)).toBe('')
  expect(serverSql({ ...fieldsOf(server), fetch_size: '500', name: 'store' }, server, true)).toBe(
    `alter server "shop"\n  options (add fetch_size '500');\n\nalter server "shop" rename to "store";`,
  )
  expect(serverSql({ ...fieldsOf(server), host: 'other' }, server, true)).toBe(
    `alter server "shop"\n  options (set host 'other', set hostaddr '…');`,
  )
})

test('an import shows the tables it names', () => {
  expect(importSql({ server: 's', schema: 'public', tables: ['a'], into: 'far' })).toBe(
    'create schema if not exists "far";\n\nimport foreign schema "public"\n  limit to ("a")\n  from server "s" into "far";',
  )
})
