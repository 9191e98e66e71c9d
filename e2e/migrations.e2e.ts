import { readFile } from 'node:fs/promises'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { signInAsReader, test } from './fixtures.ts'

test('changes are found in the ledger, become a migration, and are in the history', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table "My ""odd"".table 🐘" (id int8 primary key, name text)')
  await sql(`insert into "My ""odd"".table 🐘" values (1, 'Ada'), (2, 'Grace')`)
  await sql('create table "My ""odd"".table 🐘" ()').catch(() => undefined)

  await page.goto(`/project/${project.ref}/database/migrations`)
  await expect(page.getByText('No migrations yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Changes' }).click()
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('Failed')
  await expect(rows.nth(1).getByRole('checkbox')).toBeDisabled()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await rows.nth(1).getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Change' })
  await expect(sheet).toContainText('already exists')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await choose(page.getByRole('combobox', { name: 'Kind' }), 'Data')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/kind=data/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('nowhere')
  await expect(page.getByText('No matching changes')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows).toHaveCount(4)

  await page.getByRole('checkbox', { name: 'Choose all listed changes' }).click()
  await page.getByRole('button', { name: 'Make a migration of 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a migration' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Not a name')
  await dialog.getByRole('button', { name: 'Download migration' }).click()
  await expect(dialog).toContainText('Use small letters')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('add_people')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download migration' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^\d{14}_add_people\.sql$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.indexOf('create table')).toBeLessThan(text.indexOf('insert into'))
  await expect(rows.filter({ hasText: 'In a migration' })).toHaveCount(2)

  await page.getByRole('tab', { name: 'Migrations' }).click()
  await page.getByRole('table', { name: 'Migrations' }).getByRole('button').click()
  const migration = page.getByRole('dialog', { name: /^Migration \d{14}$/ })
  await expect(migration).toContainText('insert into')
  await expectAccessible(page)
  await page.reload()
  await expect(migration).toContainText('insert into')
})

test('a member who may only read sees changes and migrations, and makes none', async ({
  page,
  context,
  account,
  project,
  sql,
}) => {
  await sql('create table seen (id int8 primary key)')
  await signInAsReader(context, account, project.organization_slug)
  await page.goto(`/project/${project.ref}/database/migrations?tab=changes`)
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('checkbox').click()
  await expect(page.getByRole('button', { name: 'Make a migration of 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a migration from a file is rehearsed, applied, and refused the second time', async ({
  page,
  project,
  sql,
}) => {
  await sql("create table orders (id int8 primary key, note text); insert into orders values (1, 'one')")
  await page.goto(`/project/${project.ref}/database/migrations`)
  await page.getByRole('button', { name: 'Apply a migration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply a migration' })
  const choose = (text: string) =>
    dialog.getByLabel('Migration file').setInputFiles({
      name: '20260102030405_Shorten Notes.sql',
      mimeType: 'application/sql',
      buffer: Buffer.from(text),
    })
  await choose('alter table orders alter note type varchar(2); alter table orders add paid bool')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('shorten_notes')
  await expect(dialog.getByRole('textbox', { name: 'Version' })).toHaveValue('20260102030405')
  await dialog.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await expect(dialog).toContainText('Statement 1 of 2: value too long')
  await dialog.getByRole('button', { name: 'Apply migration' }).click()
  await expect(dialog.getByText('Statement 1 of 2: value too long')).toHaveCount(1)
  await choose(
    'alter table orders alter note type varchar(9) using upper(note); alter table orders add paid bool',
  )
  await dialog.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await expect(dialog).toContainText(
    'public.orders can be neither read nor written meanwhile, and is rewritten',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await dialog.getByRole('button', { name: 'Rehearse on a copy' }).click()
  const report = dialog.getByRole('region', { name: 'Rehearsal on a copy' })
  await expect(report).toContainText('2 statements took')
  await expect(report.getByRole('listitem').first()).toContainText(
    /public\.orders can be neither read nor written for .*public\.orders is rewritten: from/,
  )
  await expectAccessible(page)
  await expectReadableColours(page)
  expect(await sql('select * from orders')).toEqual([{ id: 1, note: 'one' }])

  await dialog.getByRole('button', { name: 'Apply migration' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Migrations' })).toContainText('shorten_notes')
  expect(await sql('select * from orders')).toEqual([{ id: 1, note: 'ONE', paid: null }])

  await page.getByRole('button', { name: 'Apply a migration' }).click()
  await choose('create table never ()')
  await dialog.getByRole('button', { name: 'Apply migration' }).click()
  await expect(dialog).toContainText('was applied already')
  await dialog.getByRole('textbox', { name: 'Version' }).fill('')
  await dialog.getByRole('radio', { name: 'Mark it as applied' }).click()
  await dialog.getByRole('button', { name: 'Mark as applied' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Migrations' }).getByRole('row')).toHaveCount(3)
  expect(await sql("select to_regclass('never') as found")).toEqual([{ found: null }])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await download).suggestedFilename()).toBe('migrations.zip')

  // A rehearsal on a copy ends with its dialog.
  const onCopy = () =>
    runningProcesses().filter(({ args }) => args.includes(`rehearsal_${project.ref}`)).length
  await page.getByRole('button', { name: 'Apply a migration' }).click()
  await choose('select pg_sleep(3600)')
  await dialog.getByRole('button', { name: 'Rehearse on a copy' }).click()
  await expect.poll(onCopy).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(onCopy).toBe(0)
})

test('what no migration made is shown as SQL and becomes a migration', async ({ page, project, sql }) => {
  await sql('create table "Unrecorded 🐘" (id int8 primary key)')
  await page.goto(`/project/${project.ref}/database/migrations?tab=drift`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('No migration made this schema')).toBeVisible()
  const code = page.getByRole('region', { name: 'SQL of the difference' })
  await expect(code).toContainText('CREATE TABLE "public"."Unrecorded 🐘"')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.getByRole('button', { name: 'Make a migration of it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a migration' })
  await dialog.getByRole('button', { name: 'Make migration' }).click()
  await expect(dialog).toContainText('Use small letters')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('catch_up')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make migration' }).click()
  expect((await download).suggestedFilename()).toMatch(/^\d{14}_catch_up\.sql$/)
  await expect(page.getByText('The schema is what 1 migration made')).toBeVisible()
})
