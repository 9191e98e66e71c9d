import { expect, test } from 'vitest'
import { createdTables } from './created-tables.ts'

test.each([
  ['create table orders (id int)', [{ schema: undefined, name: 'orders' }]],
  ['CREATE TABLE Orders(id int)', [{ schema: undefined, name: 'orders' }]],
  ['create table shop."Or""ders" (id int)', [{ schema: 'shop', name: 'Or"ders' }]],
  ['create table postgres.shop.orders ()', [{ schema: 'shop', name: 'orders' }]],
  ['create table if not exists shop . orders ()', [{ schema: 'shop', name: 'orders' }]],
  ['create unlogged table orders as select 1', [{ schema: undefined, name: 'orders' }]],
  ['/* why */ create -- what\n table orders ()', [{ schema: undefined, name: 'orders' }]],
  [
    'select 1; create table a (); create table b ();',
    [
      { schema: undefined, name: 'a' },
      { schema: undefined, name: 'b' },
    ],
  ],
  ['create temp table orders ()', []],
  ['create local temporary table orders ()', []],
  ['create view orders as select 1', []],
  ["select 'create table orders ()'", []],
  ['-- create table orders ()', []],
  ['create table', []],
])('reads the tables that %s creates', (script, tables) => {
  expect(createdTables(script)).toEqual(tables)
})
