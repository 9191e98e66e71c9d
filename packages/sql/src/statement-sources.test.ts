import { expect, test } from 'vitest'
import { namePathAt, namePathBefore } from './name-path.ts'
import { statementSources } from './statement-sources.ts'

const written = (statement: string) =>
  statementSources(statement).map(({ schema, name, alias }) =>
    [schema ? `${schema}.${name}` : name, ...(alias ? [alias] : [])].join(' '),
  )

test.each([
  ['select * from users', ['users']],
  ['select u. from users u', ['users u']],
  ['select * from users as u where u.', ['users u']],
  ['select * from shop."Items" i, orders o', ['shop.Items i', 'orders o']],
  ['select * from a join b on a.id = b.a left join c x using (id)', ['a', 'b', 'c x']],
  ['select * from a, b, (select 1) s, c', ['a', 'b', 'c']],
  ['select a, b from t where x in (select y from u v)', ['t', 'u v']],
  ['select * from f(1), t', ['t']],
  ['select * from generate_series(1, 2) g join t on true', ['t']],
  ['update users set name = 1', ['users']],
  ['update only users u set', ['users u']],
  ['insert into shop.items (', ['shop.items']],
  ['insert into items select * from old', ['items', 'old']],
  ['delete from users using orders o', ['users', 'orders o']],
  ['merge into users u using orders o on', ['users u', 'orders o']],
  ['with few as (select * from users) select * from few f', ['users', 'few f']],
  ['select * from', []],
  ['select \'from users\', "from" from t', ['t']],
  ['select extract(year from created) from t', ['created', 't']],
  ['alter table users add', ['users']],
  ['SELECT * FROM Users U', ['users u']],
  ['select * from t order by a, b', ['t']],
])('%j names %j', (statement, sources) => {
  expect(written(statement)).toEqual(sources)
})

test.each([
  ['select na|', [], 'na'],
  ['select u.na|', ['u'], 'na'],
  ['select u.|', ['u'], ''],
  ['select shop."Items".|', ['shop', 'Items'], ''],
  ['select Shop.items.n|', ['shop', 'items'], 'n'],
  ['select |', [], ''],
  ['select 1.|', [], ''],
  ['select "na|', [], 'na'],
  ['select é|', [], 'é'],
])('the name before the cursor in %j is %j %j', (marked, qualifiers, word) => {
  const index = marked.indexOf('|')
  const path = namePathBefore(marked.replace('|', ''), index)
  expect([path.qualifiers, path.word]).toEqual([qualifiers, word])
})

test.each([
  ['select us|ers.id', 'users'],
  ['select users.i|d', 'id'],
  ['select |users', 'users'],
  ['select |"A b"', '"A b"'],
  ['select | 1', undefined],
])('the name at the pointer in %j is %j', (marked, word) => {
  const index = marked.indexOf('|')
  expect(namePathAt(marked.replace('|', ''), index)?.word).toBe(word)
})
