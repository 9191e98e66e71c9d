import { expect, test } from 'vitest'
import {
  alterServer,
  createServer,
  createUserMapping,
  dropServer,
  dropUserMapping,
  enableWrapper,
  importSchema,
} from './foreign-server.ts'

const current = { name: 'Shop "x"', options: { host: 'a', port: '5432', fetch_size: null } }

test.each([
  [
    'enabling',
    enableWrapper('postgres_fdw'),
    "select basalt.create_extension('postgres_fdw', if_not_exists => true)",
  ],
  [
    'a server',
    createServer('Shop "x"', 'postgres_fdw', { host: "a'b", port: '1', fetch_size: null }),
    `create server "Shop ""x""" foreign data wrapper "postgres_fdw"\n  options (host 'a''b', port '1')`,
  ],
  ['dropping one', dropServer('s', false), 'drop server "s"'],
  ['dropping one with its tables', dropServer('s', true), 'drop server "s" cascade'],
  [
    'a login without its password',
    createUserMapping('s', 'postgres', 'u'),
    `create user mapping for "postgres" server "s"\n  options (user 'u', password '…')`,
  ],
  [
    "everyone's login",
    createUserMapping('s', 'public', 'u', "p'\\"),
    `create user mapping for public server "s"\n  options (user 'u', password E'p''\\\\')`,
  ],
  ['removing a login', dropUserMapping('s', 'Ann'), 'drop user mapping if exists for "Ann" server "s"'],
  [
    'an import',
    importSchema({ server: 's', schema: 'Größe', tables: ['a', 'b"c'], into: 'here' }),
    `import foreign schema "Größe"\n  limit to ("a", "b""c")\n  from server "s" into "here"`,
  ],
])('%s is written with quoted names and values', (_title, sql, expected) => {
  expect(sql).toBe(expected)
})

test('only what changes of a server is altered', () => {
  expect(alterServer(current, current.name, current.options)).toEqual([])
  expect(alterServer(current, 'new', { host: 'b', port: null, fetch_size: '9' })).toEqual([
    `alter server "Shop ""x"""\n  options (set host 'b', drop port, add fetch_size '9')`,
    'alter server "Shop ""x""" rename to "new"',
  ])
})
