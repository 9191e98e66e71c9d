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
  await expect(page.getByRole('checkbox', { name: 'auth' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const imports = page.getByRole('region', { name: 'Earlier imports' })
  await expect(imports.getByText('1 table with 1,000 rows.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Dump file', { exact: true }).setInputFiles({
    name: 'broken.sql',
    mimeType: 'application/sql',
    buffer: Buffer.from('create table public.uploaded (id int);\nselect nothing;\n'),
  })
  await expect(imports.getByText('Line 2: column "nothing" does not exist')).toBeVisible()
  await page.getByLabel('Dump file', { exact: true }).setInputFiles({
    name: 'small.sql',
    mimeType: 'application/sql',
    buffer: Buffer.from('create table public.uploaded (id int);\ncopy uploaded from stdin;\n1\n2\n\\.\n'),
  })
  await expect(imports.getByText('1 table with 2 rows.')).toBeVisible()
  expect(await sql('select count(*)::int as count from public.uploaded')).toEqual([{ count: 2 }])
  expect(await sql('select count(*)::int as count, sum(cost)::text as sum from shop.orders')).toEqual([
    { count: 1000, sum: '62562.50000000000000000000' },
  ])
})

test('a database is followed while it changes, and switched over', async ({
  page,
  account,
  organization,
  project,
  sql,
}) => {
  const old = await newProject(account, organization, 'Old shop', PASSWORD)
  const inOld = sqlOf(account.caller, old)
  const [{ port } = {}] = await inOld(`
    create schema shop; create table shop.orders (id int primary key, cost numeric); create table shop.notes (text text);
    insert into shop.orders select i, i from generate_series(1, 1000) i;
    select current_setting('port') as port`)
  await page.goto(`/project/${project.ref}/database/import`)
  await page
    .getByLabel('Connection string')
    .fill(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`)
  const check = page.getByRole('button', { name: 'Check the source' })
  await check.click()
  await page.getByRole('radio', { name: 'Follow until a switch-over' }).click()
  await expect(page.getByRole('checkbox', { name: 'auth' })).toBeDisabled()
  await expect(page.getByText('alter table "shop"."notes" replica identity full;')).toBeVisible()
  await expectAccessible(page)
  await inOld('alter table shop.notes replica identity full')
  await check.click()
  await page.getByRole('radio', { name: 'Follow until a switch-over' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText('2 streaming')).toBeVisible({ timeout: 60_000 })
  await inOld(`insert into shop.notes values ('last'); update shop.orders set cost = 0`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch over' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch over' }).click()
  await expect(page.getByText('2 tables with 1,001 rows.')).toBeVisible({ timeout: 60_000 })
  expect(
    await sql('select sum(cost)::int as sum, (select text from shop.notes) as note from shop.orders'),
  ).toEqual([{ sum: 0, note: 'last' }])
  expect(await inOld('select slot_name from pg_replication_slots')).toEqual([])
})
