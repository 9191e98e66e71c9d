import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { expect, test } from 'vitest'
import { fieldsOf } from './server-form.schema.ts'
import { importSql, needsLogin, serverSql } from './server-sql.rules.ts'

const server: ForeignServer = {
  id: 1,
  name: 'shop',
  wrapper: 'postgres_fdw',
  owner: 'postgres',
  is_owned: true,
  host: 'db.example.com',
  is_relayed: true,
  address: null,
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

test('a new server shows its SQL without its password, and enables what it needs', () => {
  const fields = { ...fieldsOf(undefined), name: 'a"b', host: 'db', user: 'ann', password: 'geheim' }
  const sql = serverSql(fields, undefined, false)
  expect(sql).toContain("select basalt.create_extension('postgres_fdw', if_not_exists => true);")
  expect(sql).toContain('create server "a""b" foreign data wrapper "postgres_fdw"')
  expect(sql).toContain("options (dbname 'postgresql://db:5432/postgres?sslmode=prefer')")
  expect(sql).toContain(
    `create user mapping for "postgres" server "a""b"\n  options (user 'ann@…', password '…');`,
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
    `alter server "shop"\n  options (set dbname 'postgresql://other:5432/shop?sslmode=require');`,
  )
})

test('another host needs the login again, which was entered for the previous one', () => {
  const used = { ...server, mappings: [{ role: 'postgres', user: 'ann', password: 'sealed' as const }] }
  const moved = { ...fieldsOf(used), port: '6432', user: 'ann', password: 'geheim' }
  expect([needsLogin(fieldsOf(used), used), needsLogin(moved, used), needsLogin(moved, server)]).toEqual([
    false,
    true,
    false,
  ])
  const sql = serverSql(moved, used, true)
  expect(sql).toContain(
    `create user mapping for "postgres" server "shop"\n  options (user 'ann@…', password '…');`,
  )
  expect(sql).not.toContain('geheim')
})

test('saving a server that PostgreSQL connects to itself takes its passwords out of the database', () => {
  const before: ForeignServer = {
    ...server,
    is_relayed: false,
    address: '203.0.113.7',
    mappings: [
      { role: 'postgres', user: 'ann', password: 'database' },
      { role: 'public', user: null, password: 'database' },
      { role: 'reader', user: 'bob', password: 'none' },
    ],
  }
  expect(serverSql(fieldsOf(before), before, true)).toBe(
    [
      `alter server "shop"\n  options (drop host, drop hostaddr, drop port, set dbname 'postgresql://db.example.com:5432/shop?sslmode=require', drop sslmode);`,
      `alter user mapping for "postgres" server "shop"\n  options (set user 'ann@…', set password '…');`,
      `alter user mapping for public server "shop"\n  options (add user 'public@…', set password '…');`,
    ].join('\n\n'),
  )
})

test('a copy begins as its original, under another name and without a login', () => {
  expect(fieldsOf(server, true)).toMatchObject({
    name: 'shop copy',
    host: 'db.example.com',
    user: '',
    password: '',
  })
  const { name } = fieldsOf({ ...server, name: 'ü'.repeat(31) }, true)
  expect(name).toBe(`${'ü'.repeat(29)} copy`)
})

test('an import shows the tables it names', () => {
  expect(importSql({ server: 's', schema: 'public', tables: ['a'], into: 'far' })).toBe(
    'create schema if not exists "far";\n\nimport foreign schema "public"\n  limit to ("a")\n  from server "s" into "far";',
  )
})
