import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

const shop = `
  create table "odd ""name"" 🐘" (id bigint generated always as identity primary key, words text default 'it''s');
  comment on table "odd ""name"" 🐘" is 'Said of it';
  insert into "odd ""name"" 🐘" (words) select repeat('x', 100) from generate_series(1, 300);
  create table small (id int primary key, "odd" bigint references "odd ""name"" 🐘", note text unique);
  create view seen as select * from small`

test('tables are sorted, filtered, copied and deleted from their list, and their columns changed on a page of their own', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/database/schemas`)
  await page.getByRole('link', { name: 'Tables', exact: true }).click()
  const list = page.getByRole('table', { name: 'Tables of public' })
  await expect(list.getByRole('link')).toHaveText(['odd "name" 🐘', 'seen', 'small'])
  const odd = list.getByRole('row').filter({ hasText: 'odd "name"' })
  await expect(odd).toContainText('Said of it')
  await expect(odd).toContainText(/: table [\d.]+ KB, indexes/)
  await page.getByRole('button', { name: 'Sort by Size' }).click()
  await expect(list.getByRole('link')).toHaveText(['odd "name" 🐘', 'small', 'seen'])
  await expect(page).toHaveURL(/sort=size&order=desc|order=desc&sort=size/)
  await page.getByRole('button', { name: 'Filter by kind' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'View', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('link')).toHaveText(['odd "name" 🐘', 'small'])
  // Ends the tooltip of the button.
  await page.getByRole('searchbox', { name: 'Find tables' }).focus()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await page.getByRole('button', { name: 'Actions for small' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate table' }).click()
  await expect(list.getByRole('link', { name: 'small_duplicate' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for small_duplicate' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete table' }).click()
  await expect(list.getByRole('link')).toHaveText(['odd "name" 🐘', 'small'])
  expect(await sql(`select to_regclass('small_duplicate') is null as gone`)).toEqual([{ gone: true }])

  await list.getByRole('link', { name: 'small', exact: true }).click()
  const columns = page.getByRole('table', { name: 'Columns of small' })
  await expect(columns.getByRole('row').nth(1)).toContainText('idPrimary key')
  await expect(columns.getByRole('row').nth(2)).toContainText('oddForeign key')
  await expect(columns.getByRole('row').nth(3)).toContainText('noteUnique')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New column' }).click()
  const form = page.getByRole('dialog', { name: 'New column' })
  await form.getByRole('textbox', { name: 'Name' }).fill("it's new")
  await form.getByRole('combobox', { name: 'Type' }).fill('date')
  await page
    .getByRole('option', { name: /^date\b/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Add column' }).click()
  await expect(columns.getByRole('row').nth(4)).toContainText("it's newdate")
  await page.getByRole('button', { name: "Delete it's new" }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete column' }).click()
  await expect(columns.getByRole('row')).toHaveCount(4)
  expect(
    await sql(
      `select count(*)::int from pg_attribute where attrelid = 'small'::regclass and attnum > 0 and not attisdropped`,
    ),
  ).toEqual([{ count: 3 }])
  await page.getByRole('searchbox', { name: 'Find columns' }).fill('nothing')
  await expect(page.getByText('No columns match “nothing”')).toBeVisible()
})

test('a read-only member reads tables and columns, and sees why they cannot be changed', async ({
  page,
  context,
  account,
  organization,
  project,
  sql,
}) => {
  await sql(shop)
  await signInAsReader(context, account, organization.slug)
  await page.goto(`/project/${project.ref}/database/tables?find=SMA`)
  await expect(page.getByRole('button', { name: 'New table' })).toBeDisabled()
  await page.getByRole('table').getByRole('link', { name: 'small', exact: true }).click()
  for (const name of ['New column', 'Edit id', 'Delete id'])
    await expect(page.getByRole('button', { name })).toBeDisabled()
  await expectAccessible(page)
  await page.goto(`/project/${project.ref}/database/tables/1`)
  await expect(page.getByText('Failed to load the columns')).toBeVisible()
  await page.goto(`/project/${project.ref}/database/tables?schema=auth`)
  await expect(page.getByText('auth can only be read')).toBeVisible()
})
