import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'

test('an error shows a dot, is corrected by its fix, and another is dismissed until its table changes', async ({
  page,
  project,
  sql,
}) => {
  await page.goto(`/project/${project.ref}/advisors/security`)
  await expect(page.getByText('No errors detected')).toBeVisible()
  const line = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Advisors/ })

  // The page follows a change of the schema by itself.
  await sql('create table orders (id int primary key); create table news (id int primary key)')
  const table = page.getByRole('table', { name: 'Findings' })
  await expect(table.getByRole('cell', { name: 'public.orders', exact: true })).toBeVisible()
  await expect(line).toHaveAccessibleName('Advisors has errors')
  await expect(page.getByRole('tab', { name: 'Errors' })).toContainText('2')
  await expectAccessible(page)

  const open = (object: string) =>
    table
      .getByRole('row', { name: object })
      .getByRole('button', { name: /row level security/i })
      .click()
  await open('public.orders')
  const sheet = page.getByRole('dialog', { name: 'Row level security is off in an exposed schema' })
  await expect(page).toHaveURL(/id=rls_disabled_in_public/)
  await expect(sheet.getByRole('region', { name: 'SQL of the fix' })).toHaveText(
    'alter table public.orders enable row level security;',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await sheet.getByRole('button', { name: 'Run the fix' }).click()
  await expect(page.getByText('Fix applied')).toBeVisible()
  const secured = "select relrowsecurity as on from pg_class where oid = 'orders'::regclass"
  expect(await sql(secured)).toEqual([{ on: true }])
  await expect(table.getByRole('cell', { name: 'public.orders', exact: true })).toBeHidden()

  await open('public.news')
  await sheet.getByRole('button', { name: 'Dismiss…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss this finding' })
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(dialog.getByText('Say why it may stay')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Everyone may read the news')
  await choose(
    dialog.getByRole('combobox', { name: 'Comes back' }),
    'After 30 days, or when the object changes',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(page.getByText('No errors detected')).toBeVisible()
  await expect(line).toHaveAccessibleName('Advisors has warnings')
  await page.getByRole('tab', { name: 'Dismissed' }).click()
  await open('public.news')
  await expect(sheet.getByText('Dismissed: Everyone may read the news')).toBeVisible()
  await page.keyboard.press('Escape')

  await sql('grant update on news to anon')
  await sql('alter table news add column draft boolean')
  await page.getByRole('tab', { name: 'Errors' }).click()
  await expect(table.getByRole('cell', { name: 'public.news', exact: true })).toBeVisible()
})
