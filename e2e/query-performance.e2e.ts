import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'

test('slow queries are found, sorted and explained, and the report is reset', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table readings (id int primary key, value float8)')
  for (const value of [1, 2, 3]) await sql(`insert into readings values (${value}, ${value})`)
  await sql('select count(*), pg_sleep(0.2) from readings')
  await page.goto(`/project/${project.ref}/advisors/performance`)
  await page.getByRole('link', { name: 'Query Performance' }).click()
  const table = page.getByRole('table', { name: 'Queries' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText('select count(*), pg_sleep($1)')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Most frequent' }).click()
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('insert into readings')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(first).toContainText('insert into readings values ($1, $2)')
  await choose(page.getByRole('combobox', { name: 'Role' }), 'postgres')
  await table.getByRole('button', { name: 'Sort by Max time' }).click()
  await expect(page).toHaveURL(/sort=max_ms/)
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('(')
  await expect(page.getByText('The search is not a regular expression')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('readings')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveText('postgres')

  await table.getByRole('button', { name: /pg_sleep/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Query' })
  await expect(sheet.getByText('Run by postgres')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the plan' }).click()
  await expect(sheet.getByRole('region', { name: 'Plan of the query' })).toContainText('Seq Scan on readings')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Reset report' }).click()
  const question = page.getByRole('alertdialog', { name: 'Reset the report?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Reset report' }).click()
  await expect(page.getByText('No queries counted')).toBeVisible()
})
