import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test.beforeEach(({ page, project }) => page.goto(`/project/${project.ref}/sql/new`).then(() => undefined))

test('NULL, an empty text and exact numbers are distinguishable', async ({ page }) => {
  const editor = new SqlEditor(page)
  await editor.run("select null as a, '' as b, 12345678901234567890.10 as c, 1 as id, 2 as id")
  await expect(editor.cell('NULL')).toBeVisible()
  await expect(editor.cell('12345678901234567890.10')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^id/ })).toHaveCount(2)
})

test('a failing statement names its line', async ({ page }) => {
  await new SqlEditor(page).run('select 1;\nselect *\nfrom nowhere')
  await expect(page.getByText('relation "nowhere" does not exist').first()).toBeVisible()
  await expect(page.getByText('LINE 3: from nowhere')).toBeVisible()
})

test('a long query is cancelled and the next one runs', async ({ page }) => {
  const editor = new SqlEditor(page)
  await editor.start('select pg_sleep(600)')
  await page.getByRole('button', { name: /Cancel/ }).click()
  await expect(page.getByText(/cancel/i).first()).toBeVisible()
  await editor.run("select 'still here' as answer")
  await expect(editor.cell('still here')).toBeVisible()
})

test('a destructive statement asks for confirmation', async ({ page }) => {
  const editor = new SqlEditor(page)
  await editor.run('create table precious (id int)')
  await editor.start('drop table precious')
  await expect(
    page.getByText('Make sure you are not accidentally removing something important.'),
  ).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await editor.run('select count(*) as kept from precious')
  await expect(editor.cell('0')).toBeVisible()
})

test('a result of a hundred million rows is truncated with a note', async ({ page }) => {
  const editor = new SqlEditor(page)
  await editor.run('select generate_series(1, 100000000)')
  await expect(page.getByText('(Limited to only 100 rows)')).toBeVisible()
  await page.getByRole('button', { name: 'Remove limit' }).click()
  await expect(page.getByText(/first 100,000 rows/i)).toBeVisible({ timeout: 60_000 })
})

test('the text survives a reload', async ({ page }) => {
  await new SqlEditor(page).write('select 42 as kept')
  await page.reload()
  await expect(page.locator('.cm-content')).toHaveText('select 42 as kept')
})
