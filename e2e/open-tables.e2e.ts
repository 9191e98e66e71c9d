import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a new table that the publishable key can read is closed with one click', async ({
  page,
  request,
  account: { caller },
  project: { ref },
}) => {
  const params = { ref }
  const key = (await call(caller, listApiKeys, { params })).find(
    ({ type }) => type === 'publishable',
  )?.api_key
  const read = async () =>
    (
      await request.get(`/p/${ref}/rest/v1/Open%20orders`, {
        headers: { apikey: key ?? '' },
        failOnStatusCode: true,
      })
    ).json()
  const rowLevelSecurity = () =>
    call(caller, runQuery, {
      params,
      query: {},
      body: { query: "select relname, relrowsecurity from pg_class where relname ~ 'orders$' order by 1" },
    })
  await page.goto(`/project/${ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run(`create schema hidden;
create table hidden.orders (id int);
create table closed_orders (id int);
alter table closed_orders enable row level security;
create table "Open orders" (id int);
insert into "Open orders" values (1)`)
  await expect(page.getByText('Row level security is off for public.Open orders')).toBeVisible()
  expect(await rowLevelSecurity()).toEqual([
    { relname: 'Open orders', relrowsecurity: false },
    { relname: 'closed_orders', relrowsecurity: true },
    { relname: 'orders', relrowsecurity: false },
  ])
  await expect.poll(read).toEqual([{ id: 1 }])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enable row level security' }).click()
  await expect(page.getByText('Row level security is on for public.Open orders')).toBeVisible()
  expect(await rowLevelSecurity()).toContainEqual({ relname: 'Open orders', relrowsecurity: true })
  expect(await read()).toEqual([])
})
