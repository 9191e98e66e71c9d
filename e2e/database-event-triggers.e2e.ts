import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { test } from './fixtures.ts'

test('an event trigger is created for some commands, disabled and deleted, and those of the platform can only be read', async ({
  page,
  project,
  sql,
}) => {
  await sql(
    `create function refuse() returns event_trigger language plpgsql as $$ begin raise 'not today'; end $$`,
  )
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('link', { name: 'Event Triggers' }).click()
  await expect(page.getByText('No event triggers yet')).toBeVisible()
  await page.getByRole('button', { name: 'New event trigger' }).first().click()
  const form = page.getByRole('dialog', { name: 'New event trigger' })
  await form.getByRole('button', { name: 'Create event trigger' }).click()
  await expect(form.getByText('Name the event trigger').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('no "drops"')
  await form.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: /^After objects are dropped/ }).click()
  await form.getByRole('combobox', { name: 'Commands' }).fill('drop tab')
  await page.getByRole('option', { name: 'DROP TABLE', exact: true }).click()
  await form.getByRole('combobox', { name: 'Function' }).fill('refuse')
  await page.getByRole('option', { name: 'public.refuse' }).click()
  await expect(form.getByRole('region', { name: 'SQL of this change' })).toContainText(
    "when tag in ('DROP TABLE')",
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create event trigger' }).click()
  const sheet = page.getByRole('dialog', { name: 'no "drops"' })
  await expect(sheet.getByText('After objects are dropped (sql_drop)')).toBeVisible()
  await sql('create table kept (id int); create view gone as select 1; drop view gone')
  await expect(sql('drop table kept')).rejects.toThrow('not today')
  await expectAccessible(page)

  await sheet.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit no "drops"' })
  await edit.getByRole('combobox', { name: 'Enabled' }).click()
  await page.getByRole('option', { name: 'Disabled', exact: true }).click()
  await edit.getByRole('button', { name: 'Save event trigger' }).click()
  await expect(sheet.getByText('No', { exact: true })).toBeVisible()
  await sql('drop table kept')
  await page.keyboard.press('Escape')

  const list = page.getByRole('table', { name: 'Event triggers' })
  await expect(list.getByRole('link')).toHaveText(['no "drops"'])
  await page.getByRole('checkbox', { name: 'Include the platform’s' }).click()
  await list.getByRole('link', { name: 'basalt_announce_drop' }).click()
  const own = page.getByRole('dialog', { name: 'basalt_announce_drop' })
  for (const name of ['Delete', 'Duplicate', 'Edit'])
    await expect(own.getByRole('button', { name })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for no "drops"' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete event trigger no "drops"?' })
  await question.getByRole('button', { name: 'Delete event trigger' }).click()
  await expect(list.getByRole('link', { name: 'no "drops"' })).toHaveCount(0)
})
