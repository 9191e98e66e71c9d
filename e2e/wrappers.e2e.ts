import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { createBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { newProject, sqlOf, test } from './fixtures.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-far'

test('tables of another server are chosen from a list, read here, and dropped with their server', async ({
  page,
  account,
  organization,
  project,
  sql,
}) => {
  const shop = await newProject(account, organization, 'Far shop', PASSWORD)
  const inShop = sqlOf(account.caller, shop)
  const [{ port } = {}] = await inShop(`
    create schema shop; create table shop.orders (id int primary key, note text);
    insert into shop.orders select i, 'Nr. ' || i from generate_series(1, 100) i;
    create table shop."Or ders" (id int primary key);
    select current_setting('port') as port`)
  await page.goto(`/project/${project.ref}/integrations?category=wrapper`)
  await expect(page.getByText('No servers yet')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Wrappers that are not available' })).toContainText('file_fdw')
  await expectAccessible(page)

  // A wrong password is told by the test, and replaced.
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Add a server' })
  await sheet.getByRole('button', { name: 'Add server' }).click()
  await expect(sheet.getByText('Enter a host', { exact: true })).toBeVisible()
  await sheet.getByLabel('Name', { exact: true }).fill('Far "1"')
  await sheet.getByLabel('Host').fill('127.0.0.1')
  await sheet.getByLabel('Port').fill(String(port))
  await sheet.getByLabel('User there').fill('postgres')
  await sheet.getByLabel('Password there').fill('wrong')
  await expect(sheet.getByLabel('SQL that is run')).toContainText('create server "Far ""1"""')
  await expect(sheet.getByLabel('SQL that is run')).not.toContainText('wrong')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Add server' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByRole('alert')).toContainText('Password authentication failed')
  await page.getByRole('button', { name: 'Actions for Far "1"' }).click()
  await page.getByRole('menuitem', { name: 'Set a login' }).click()
  const login = page.getByRole('dialog', { name: 'Set a login' })
  await login.getByLabel('User there').fill('postgres')
  await login.getByLabel('Password there').fill(PASSWORD)
  await expectAccessible(page)
  await login.getByRole('button', { name: 'Replace login' }).click()
  await expect(login).toBeHidden()
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('Connected to PostgreSQL 18')).toBeVisible()

  await expect(page.getByRole('table', { name: 'Logins at Far "1"' })).toContainText('Sealed')
  expect(JSON.stringify(await sql('select umoptions from pg_user_mappings'))).not.toContain(PASSWORD)

  // A copy has all but the login; another host needs the login again.
  await page.getByRole('button', { name: 'Actions for Far "1"' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate Far "1"' })
  await expect(copy.getByLabel('Name', { exact: true })).toHaveValue('Far "1" copy')
  await expect(copy.getByLabel('Password there')).toHaveValue('')
  await expectAccessible(page)
  await copy.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Actions for Far "1"' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Far "1"' })
  await expect(edit.getByLabel('Password there')).toBeHidden()
  await edit.getByLabel('Host').fill('localhost')
  await edit.getByLabel('User there').fill('postgres')
  await edit.getByLabel('Password there').fill(PASSWORD)
  await edit.getByRole('button', { name: 'Save server' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('Connected to PostgreSQL 18')).toBeVisible()

  await page.getByRole('button', { name: 'Import tables' }).click()
  const wizard = page.getByRole('dialog', { name: 'Import tables of' })
  await expect(wizard.getByRole('combobox', { name: 'Schema there' })).toHaveValue('shop')
  await wizard.getByRole('checkbox', { name: 'orders', exact: true }).click()
  await wizard.getByLabel('Schema here').fill('far')
  await expect(wizard.getByLabel('SQL that is run')).toContainText('limit to ("orders")')
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(wizard).toBeHidden()
  expect(await sql('select note from far.orders where id = 7')).toEqual([{ note: 'Nr. 7' }])
  await page.getByText('1 table', { exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'far.orders' }).click()
  await expect(page.getByText('Nr. 7', { exact: true })).toBeVisible()

  await page.goto(`/project/${project.ref}/integrations?category=wrapper&panel=drop&server=Far%20%221%22`)
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('foreign table far.orders')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Drop server' }).click()
  await expect(question.getByRole('alert')).toContainText('other objects depend on it')
  await question.getByRole('checkbox', { name: 'Drop them as well' }).click()
  await question.getByRole('button', { name: 'Drop server' }).click()
  await expect(page.getByText('No servers yet')).toBeVisible()
  expect(await sql('select srvname from pg_foreign_server')).toEqual([])
  expect(await inShop('select count(*)::int as count from shop.orders')).toEqual([{ count: 100 }])
})

test('a file is read as a table, replaced by one from storage, and deleted with its table', async ({
  page,
  account,
  project,
  sql,
}) => {
  const params = { ref: project.ref }
  await call(account.caller, createBucket, { params, body: { id: 'reports' } })
  const keys = await call(account.caller, listApiKeys, { params })
  const key = keys.find(({ name }) => name === 'service_role')!.api_key!
  const stored = await page.request.post(`/p/${project.ref}/storage/v1/object/reports/2026/new.csv`, {
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    data: 'id;price;day\n7;1;2026-02-02\n',
  })
  expect(stored.status()).toBe(200)
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto(`/project/${project.ref}/integrations?category=wrapper`)
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a file' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add a file' })
  await expect(sheet.getByText('CSV, TSV or other delimited text.')).toBeVisible()
  await sheet
    .getByLabel('File to read')
    .setInputFiles(file('pri ces.csv', 'id;price;day\n1;2.50;2026-01-02\nx;3;2026-01-03\n'))
  await expect(sheet.getByLabel('Table', { exact: true })).toHaveValue('pri ces')
  await expect(sheet.getByRole('textbox', { name: 'Name of column 2' })).toHaveValue('price')
  await expect(sheet.getByLabel('SQL that is run')).toContainText(`delimiter ';'`)
  await expectAccessible(page)

  // A type that not every row fits is refused with its line.
  await sheet.getByRole('combobox', { name: 'Type of id' }).click()
  await page.getByRole('option', { name: 'int8' }).click()
  await sheet.getByRole('button', { name: 'Create table' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Line 3, column id')
  await sheet.getByRole('combobox', { name: 'Type of id' }).click()
  await page.getByRole('option', { name: 'text', exact: true }).click()
  await sheet.getByRole('button', { name: 'Create table' }).click()
  await expect(sheet).toBeHidden()
  expect(await sql('select sum(price) as sum, max(day)::text as day from "pri ces"')).toEqual([
    { sum: '5.50', day: '2026-01-03' },
  ])
  await expect(page.getByRole('table', { name: 'Tables of files' })).toContainText('pri ces.csv')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions for public.pri ces' }).click()
  await page.getByRole('menuitem', { name: 'Replace the file' }).click()
  const replace = page.getByRole('dialog', { name: 'Replace the file of public.pri ces' })
  await replace.getByRole('button', { name: 'From storage' }).click()
  await expect(replace.getByRole('combobox', { name: 'Bucket' })).toHaveText('reports')
  await replace.getByRole('button', { name: '2026' }).click()
  await expectAccessible(page)
  await replace.getByRole('button', { name: 'new.csv' }).click()
  await expect(replace.getByText('new.csv', { exact: true })).toBeVisible()
  await replace.getByRole('button', { name: 'Replace file' }).click()
  await expect(replace).toBeHidden()
  expect(await sql('select id from "pri ces"')).toEqual([{ id: '7' }])

  await page.getByRole('button', { name: 'Actions for public.pri ces' }).click()
  await page.getByRole('menuitem', { name: 'Drop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Drop table' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()
  expect(await sql('select from pg_foreign_table')).toEqual([])
})
