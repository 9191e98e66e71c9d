import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

const shop = `
  create table shirts (id int primary key, name text, price numeric);
  create table hats (id int primary key)`

test('a publication is created with columns and rows, its switches change it, and it is deleted', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('link', { name: 'Publications' }).click()
  await expect(page.getByText('No publications yet')).toBeVisible()
  await page.getByRole('button', { name: 'New publication' }).first().click()
  const form = page.getByRole('dialog', { name: 'New publication' })
  await form.getByRole('button', { name: 'Create publication' }).click()
  await expect(form.getByText('Name the publication').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('supabase_realtime')
  await form.getByRole('combobox', { name: 'Table to add', exact: true }).click()
  await page.getByRole('option', { name: 'shirts' }).click()
  await form.getByText('All columns and rows').click()
  await form.getByRole('checkbox', { name: 'name' }).click()
  await form.getByRole('textbox', { name: 'Rows of public.shirts that are published' }).fill('id > 1')
  await form.getByRole('checkbox', { name: 'Truncates' }).click()
  const code = form.getByRole('region', { name: 'SQL of this change' })
  await expect(code).toContainText('for table "public"."shirts" ("id", "price") where (id > 1)')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create publication' }).click()

  const sheet = page.getByRole('dialog', { name: 'supabase_realtime' })
  await expect(sheet.getByText('Realtime reads this publication')).toBeVisible()
  await expect(sheet.getByRole('switch', { name: /^shirts/ })).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'hats' }).click()
  const publish = page.getByRole('alertdialog', { name: 'Publish hats?' })
  await expect(publish.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'alter publication "supabase_realtime" add table "public"."hats";',
  )
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet.getByRole('switch', { name: 'hats' })).toBeChecked()
  expect(
    await sql('select tablename, attnames::text, rowfilter from pg_publication_tables order by tablename'),
  ).toEqual([
    { tablename: 'hats', attnames: '{id}', rowfilter: null },
    { tablename: 'shirts', attnames: '{id,price}', rowfilter: '(id > 1)' },
  ])
  await page.keyboard.press('Escape')

  const list = page.getByRole('table', { name: 'Publications' })
  await expect(list.getByText('2 tables')).toBeVisible()
  await list.getByRole('switch', { name: 'supabase_realtime publishes deleted rows' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop publishing deleted rows?' })
  await expect(question.getByRole('region', { name: 'SQL of this change' })).toContainText('set (publish = ')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stop publishing' }).click()
  await expect(
    list.getByRole('switch', { name: 'supabase_realtime publishes deleted rows' }),
  ).not.toBeChecked()
  expect(await sql('select pubinsert, pubdelete, pubtruncate from pg_publication')).toEqual([
    { pubinsert: true, pubdelete: false, pubtruncate: false },
  ])
  // What is deleted is the publication as it is now, not as it was read before its switch was used.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/database-publications\/\d+$/, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Actions for supabase_realtime' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('status', { name: 'Loading the publication' })).toBeVisible()
  release()
  await page
    .getByRole('alertdialog', { name: 'Delete publication supabase_realtime?' })
    .getByRole('button', { name: 'Delete publication' })
    .click()
  await expect(page.getByText('No publications yet')).toBeVisible()
  expect(await sql('select from pg_publication')).toEqual([])
})
