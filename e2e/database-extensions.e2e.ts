import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

test('an extension is found, enabled, updated, and disabled with what uses it', async ({
  page,
  project,
  sql,
}) => {
  await sql("select basalt.create_extension('pg_trgm', version => '1.5')")
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('link', { name: 'Extensions' }).click()
  const list = page.getByRole('table', { name: 'Extensions', exact: true })
  await list.getByRole('button', { name: 'Update to 1.6' }).click()
  const update = page.getByRole('alertdialog', { name: 'Update pg_trgm to 1.6?' })
  await expect(update.getByRole('region', { name: 'SQL of this change' })).toContainText(
    `alter extension "pg_trgm" update to '1.6';`,
  )
  await update.getByRole('button', { name: 'Update extension' }).click()
  await expect(page.getByText('pg_trgm updated to 1.6')).toBeVisible()
  expect(await sql("select extversion from pg_extension where extname = 'pg_trgm'")).toEqual([
    { extversion: '1.6' },
  ])
  await expect(list.getByRole('button', { name: 'Disable plpgsql' })).toBeDisabled()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await page.getByRole('searchbox', { name: 'Find extensions' }).fill('vector')
  await expect(page).toHaveURL(/filter=vector/)
  await expect(page.getByText('cube with gist indexes, up to 100 dimensions.')).toBeVisible()
  await page.goto(`/project/${project.ref}/database/extensions?filter=CITEXT`)
  await list.getByRole('button', { name: 'Enable citext' }).click()
  const enable = page.getByRole('alertdialog', { name: 'Enable citext?' })
  await expect(enable.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'create extension "citext" with schema "extensions" cascade;',
  )
  await expectAccessible(page)
  await enable.getByRole('button', { name: 'Enable extension' }).click()
  await expect(list.getByText('in extensions')).toBeVisible()
  await sql('create table users (id int primary key, email extensions.citext)')
  await list.getByRole('link', { name: 'citext' }).click()
  await expect(page).toHaveURL(/panel=view&name=citext/)
  await page.reload()
  const sheet = page.getByRole('dialog', { name: 'citext' })
  await expect(sheet.getByText('Enabled in the schema extensions')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'Used by' })).toContainText('column email of table users')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Disable' }).click()

  const disable = page.getByRole('alertdialog', { name: 'Disable citext?' })
  await expect(disable.getByText('column email of table users')).toBeVisible()
  await disable.getByRole('button', { name: 'Disable extension' }).click()
  await expect(disable.getByText('Other objects depend on it.')).toBeVisible()
  await expectAccessible(page)
  await disable.getByRole('checkbox', { name: 'Delete them as well' }).click()
  await expect(disable.getByRole('region', { name: 'SQL of this change' })).toContainText('cascade')
  await disable.getByRole('button', { name: 'Disable extension' }).click()
  await expect(list.getByRole('button', { name: 'Enable citext' })).toBeVisible()
  expect(await sql("select from pg_extension where extname = 'citext'")).toEqual([])
})
