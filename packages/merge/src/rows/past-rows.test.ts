import { expect, test } from 'vitest'
import { forkDatabase } from '../forked-database.fixture.ts'
import { readMergeableTables } from './mergeable-table.ts'
import { type DifferentRow, differentRows, sharedColumns, valuesByKey } from './past-rows.ts'

const SHOP = `
  create table orders (region text, n int, note text, doc json, primary key (region, n));
  insert into orders select chr(96 + n % 5 + 1), n, 'order ' || n, '{"a": 1}' from generate_series(1, 6000) n;
  insert into orders values ('é', 1, null, null), ('😀', 1, '', null), (E'\\uFFFD', 1, 'x', null)`

test('rows that were deleted, changed and added since are found by key, whatever the columns are today', async () => {
  await using fork = await forkDatabase(SHOP)
  await fork.target.sql(`
    delete from orders where n in (7, 5999) or region = 'é';
    update orders set note = null where n = 8;
    update orders set note = note where n = 9;
    update orders set note = null where region = '😀';
    insert into orders values ('new', 1, 'x', null);
    alter table orders drop column doc, add column more int default 5, alter n type bigint`)
  await fork.target.sql('vacuum full orders')
  const rows = await fork.branch.transaction((past) =>
    fork.target.transaction(async (present) => {
      const [before] = await readMergeableTables(past)
      const [now] = await readMergeableTables(present)
      const pair = { past: before!, present: now! }
      expect(sharedColumns(pair)).toEqual(['region', 'n', 'note'])
      const found: DifferentRow[] = []
      for await (const row of differentRows({ past, present }, pair)) found.push(row)
      const changed = found.filter(({ fate }) => fate === 'changed').map(({ key }) => key)
      const values = await valuesByKey(past, before!, ['note'], changed)
      return { found, values: changed.map((key) => values.get(key)) }
    }),
  )
  expect(rows.found).toEqual([
    { key: '["c","7"]', fate: 'deleted' },
    { key: '["d","8"]', fate: 'changed' },
    { key: '["e","5999"]', fate: 'deleted' },
    { key: '["new","1"]', fate: 'added' },
    { key: '["é","1"]', fate: 'deleted' },
    { key: '["😀","1"]', fate: 'changed' },
  ])
  expect(rows.values).toEqual([{ note: 'order 8' }, { note: '' }])
})
