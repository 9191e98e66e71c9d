import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

test('privileges of a role are told with their source, and changes are reviewed and applied together', async ({
  page,
  project,
  sql,
}) => {
  await sql(`
    create role "night shift"; create role base; grant base to "night shift";
    create table notes (id int, body text); grant select on notes to base; revoke all on notes from anon`)
  await page.goto(`/project/${project.ref}/database/column-privileges`)
  await page.getByRole('combobox', { name: 'Role' }).fill('night')
  await page.getByRole('option', { name: 'night shift' }).click()
  const tables = page.getByRole('table', { name: 'Privileges of night shift on tables of public' })
  await expect(tables.getByRole('checkbox', { name: 'SELECT on notes: through base' })).toHaveAttribute(
    'aria-checked',
    'mixed',
  )
  await expectAccessible(page)
  await tables.getByRole('checkbox', { name: 'INSERT on notes: not granted' }).press('Space')
  await tables.getByRole('checkbox', { name: 'TRUNCATE on notes: not granted' }).click()
  await expect(page.getByText('2 changes for night shift')).toBeVisible()
  await tables.getByRole('checkbox', { name: 'TRUNCATE on notes: not granted, to be granted' }).click()
  await expect(page.getByText('1 change for night shift')).toBeVisible()
  await page.getByRole('tab', { name: 'Columns' }).click()
  await page.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: 'notes' }).click()
  const columns = page.getByRole('table', { name: 'Privileges of night shift on columns of notes' })
  await expect(
    columns.getByRole('checkbox', { name: 'SELECT on body: through the whole table' }),
  ).toHaveAttribute('aria-checked', 'mixed')
  await columns.getByRole('checkbox', { name: 'UPDATE on body: not granted' }).click()
  await page.getByRole('tab', { name: 'Schemas' }).click()
  await page.getByRole('checkbox', { name: 'CREATE on public: not granted' }).click()
  await expect(page.getByRole('checkbox', { name: /^CREATE on auth/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Review and apply' }).click()
  const review = page.getByRole('dialog', { name: 'Change privileges of night shift' })
  await expect(review.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'grant insert, update ("body") on table "public"."notes" to "night shift"',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await review.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Privileges changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review and apply' })).toHaveCount(0)
  expect(
    await sql(`select has_table_privilege('night shift', 'notes', 'insert') as can_insert,
        has_column_privilege('night shift', 'notes', 'body', 'update') as can_update,
        has_column_privilege('night shift', 'notes', 'id', 'update') as can_update_id,
        has_schema_privilege('night shift', 'public', 'create') as can_create`),
  ).toEqual([{ can_insert: true, can_update: true, can_update_id: false, can_create: true }])

  await page.getByRole('tab', { name: 'Tables' }).click()
  await page.getByRole('combobox', { name: 'Role' }).fill('postgres')
  await page.getByRole('option', { name: 'postgres', exact: true }).click()
  await page.getByRole('checkbox', { name: 'SELECT on notes: granted' }).click()
  await page.getByRole('button', { name: 'Review and apply' }).click()
  await expect(page.getByText(/You use the database as postgres/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('tab', { name: 'Default privileges' }).click()
  await expect(page.getByText(/ALTER DEFAULT PRIVILEGES/)).toBeVisible()
  await expectAccessible(page)
})
