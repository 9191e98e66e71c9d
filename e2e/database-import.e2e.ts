import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newProject, sqlOf, test } from './fixtures.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-old'

test('a database is checked and imported, and what it holds can be used', async ({
  page,
  account,
  organization,
  project,
  sql,
}) => {
  const old = await newProject(account, organization, 'Old shop', PASSWORD)
  const [{ port } = {}] = await sqlOf(
    account.caller,
    old,
  )(`
    create schema shop; create table shop.orders (id int primary key, cost numeric);
    insert into shop.orders select i, i / 8.0 from generate_series(1, 1000) i; create index on shop.orders (cost);
    select current_setting('port') as port`)
  await page.goto(`/project/${project.ref}/database/import`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bring your database' })).toBeVisible()
  const source = page.getByLabel('Connection string')
  await source.fill('mysql://nobody@nowhere')
  await page.getByRole('button', { name: 'Check the source' }).click()
  await expect(page.getByText('Enter a connection string such as')).toBeVisible()
  await source.fill('postgresql://ann:secret@127.0.0.1:1/shop')
  await page.getByRole('button', { name: 'Check the source' }).click()
  await expect(page.getByText('Cannot connect to 127.0.0.1:1')).toBeVisible()
  await expectAccessible(page)
  await source.fill(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`)
  await page.getByRole('button', { name: 'Check the source' }).click()
  await expect(page.getByRole('checkbox', { name: 'shop' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const imports = page.getByRole('region', { name: 'Earlier imports' })
  await expect(imports.getByText('1 table with 1,000 rows.')).toBeVisible()
  await expectAccessible(page)
  expect(await sql('select count(*)::int as count, sum(cost)::text as sum from shop.orders')).toEqual([
    { count: 1000, sum: '62562.50000000000000000000' },
  ])
})
