import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, sqlOf, test } from './fixtures.ts'

test('a project is backed up by hand, restored, returned to what it had before, and gets lost rows back', async ({
  page,
  account,
  project,
  sql,
}, testInfo) => {
  test.setTimeout(180_000)
  await sql("create table kept (n int primary key, note text); insert into kept values (1, 'first')")
  await sql('create table dropped as select 7 as n')
  await page.goto(`/project/${project.ref}/database/schemas`)
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByText('No backups yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change schedule' }).click()
  const schedule = page.getByRole('dialog', { name: 'Change schedule' })
  await schedule.getByRole('textbox', { name: 'Schedule' }).fill('0 * * * *')
  await schedule.getByRole('textbox', { name: 'Backups to keep' }).fill('5')
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(schedule.getByText(/allows a backup every 6 hours at most/)).toBeVisible()
  await schedule.getByRole('textbox', { name: 'Schedule' }).fill('30 4 * * *')
  await expectAccessible(page)
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText('Daily at 04:30 UTC, the newest 5 kept for 7 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  const form = page.getByRole('dialog', { name: 'Back up now' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Before the launch')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Back up now' }).click()
  const backup = page.getByRole('listitem', { name: 'Backup Before the launch' })
  await expect(backup.getByText('Checked', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(backup.getByText(/^Restored and checked just now in \d+\.\d s: \d+ tables?, /)).toBeVisible()

  await sql('insert into kept values (2)')
  await backup.getByRole('button', { name: 'Restore', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Restore the backup Before the launch' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/^Restored a backup in /)).toBeVisible({ timeout: 60_000 })
  // The notice is there before the database has restarted.
  await expect.poll(() => sql('select n from kept').catch(() => []), { timeout: 60_000 }).toEqual([{ n: 1 }])
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  // What the restore replaced is looked at before the decision.
  await page.getByRole('button', { name: 'Open data from before' }).click()
  const before = page.getByRole('listitem', { name: 'Table public.kept' })
  await before.getByRole('button', { name: 'Compare rows' }).click({ timeout: 60_000 })
  await expect(page.getByText('Since then: 1 deleted.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close moment' }).click()
  await expect(page.getByText('No past moment is open')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'Undo restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo restore' }).click()
  await expect(page.getByText(/^The data from before is kept until you decide/)).toBeHidden({
    timeout: 60_000,
  })
  await expect(backup.getByRole('button', { name: 'Restore', exact: true })).toBeEnabled({ timeout: 60_000 })
  await expect
    .poll(() => sql('select n from kept order by n').catch(() => []), { timeout: 60_000 })
    .toEqual([{ n: 1 }, { n: 2 }])

  // The backup beside the present.
  await sql("update kept set note = 'changed' where n = 1; drop table dropped")
  await backup.getByRole('button', { name: 'More for Backup Before the launch' }).click()
  await page.getByRole('menuitem', { name: 'Open beside the present' }).click()
  await expect(page).toHaveURL(/backups\/time-machine$/)
  const kept = page.getByRole('listitem', { name: 'Table public.kept' })
  await kept.getByRole('button', { name: 'Compare rows' }).click({ timeout: 60_000 })
  const rows = page.getByRole('dialog', { name: 'Rows of public.kept' })
  await expect(rows.getByText('Since then: 1 changed, 1 added.')).toBeVisible()
  const values = rows.getByRole('table', { name: 'Values of n 1' })
  await expect(values.getByRole('row', { name: 'note first changed' })).toBeVisible()
  await expectAccessible(page)
  await rows.getByRole('checkbox', { name: 'Select n 1' }).click()
  await rows.getByRole('button', { name: 'Bring back 1' }).click()
  const bringing = page.getByRole('alertdialog', { name: 'Bring back rows of public.kept' })
  await expect(bringing.getByText(/^1 row is set back\./)).toBeVisible()
  await bringing.getByRole('button', { name: 'Bring back rows' }).click()
  await expect(rows.getByText('Since then: 1 added.')).toBeVisible()
  expect(await sql('select n, note from kept order by n')).toEqual([
    { n: 1, note: 'first' },
    { n: 2, note: null },
  ])
  await page.keyboard.press('Escape')
  const dropped = page.getByRole('listitem', { name: 'Table public.dropped' })
  await dropped.getByRole('button', { name: 'Bring back table' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring back table' }).click()
  await expect(dropped.getByText('Not comparable: no primary key')).toBeVisible()
  expect(await sql('select n from dropped')).toEqual([{ n: 7 }])
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close moment' }).click()
  await expect(page.getByText('No past moment is open')).toBeVisible({ timeout: 60_000 })

  // The backup as a file, which becomes another project.
  await page.getByRole('tab', { name: 'Backups' }).click()
  await backup.getByRole('button', { name: 'More for Backup Before the launch' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download as one file' }).click()
  const download = await downloading
  const file = testInfo.outputPath(download.suggestedFilename())
  await download.saveAs(file)
  await page.goto(`/new/${project.organization_slug}`)
  const picker = page.getByLabel('Project file')
  await picker.setInputFiles({
    name: 'other.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK other'),
  })
  await page.getByRole('button', { name: 'Open project' }).click()
  await expect(page.getByText(/^This is not the file of a Basalt project/)).toBeVisible()
  await expectAccessible(page)
  await picker.setInputFiles(file)
  await page.getByRole('textbox', { name: 'Name of the project' }).fill('From a file')
  await page.getByRole('button', { name: 'Open project' }).click()
  await expect(page).toHaveURL(/\/project\/[a-z]{20}$/)
  const [, made] = /project\/([a-z]{20})/.exec(page.url())!
  await expect
    .poll(() => sqlOf(account.caller, { ref: made! })('select n, note from kept').catch(() => []), {
      timeout: 60_000,
    })
    .toEqual([{ n: 1, note: 'first' }])
})

test('a moment is chosen once point-in-time recovery has its first backup', async ({
  page,
  project,
  sql,
}) => {
  test.setTimeout(120_000)
  await sql('create table kept as select 1 as n')
  await page.goto(`/project/${project.ref}/database/backups/scheduled`)
  await page.getByRole('tab', { name: 'Point in time' }).click()
  await page.getByRole('switch', { name: 'Point-in-time recovery' }).click()
  await expect(page.getByRole('link', { name: 'Backups' })).toHaveAttribute('href', /backups\/pitr$/)
  await expect(page.getByRole('heading', { name: 'Restore a moment' })).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  const moment = page.getByRole('textbox', { name: 'Moment' })
  await moment.fill('2020-01-01T00:00:00')
  await expect(page.getByText('Choose a moment on the line above.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('button', { name: 'Make restore point' }).click()
  const naming = page.getByRole('dialog', { name: 'Make restore point' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Before the migration')
  await naming.getByRole('button', { name: 'Make restore point' }).click()
  const point = page.getByRole('listitem', { name: 'Restore point Before the migration' })
  await expect(point.getByText(/ · Made by hand$/)).toBeVisible()
  await point.getByRole('button', { name: 'Restore', exact: true }).click({ timeout: 60_000 })
  const question = page.getByRole('alertdialog', { name: 'Restore the state at “Before the migration”' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)

  // The moment just before a statement, chosen in the list of changes or on the timeline, or reached from the history.
  await sql('drop table kept')
  await page.reload()
  const drop = page.getByRole('radio', { name: 'drop table kept;' })
  await expect(drop).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await drop.press('Space')
  await expect(page.getByText(/^Just before “drop table kept”, by /)).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Restore the state just before “drop table kept”' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await page.getByRole('slider', { name: 'Moment on the timeline' }).press('End')
  await expect(page.getByText(/^Just before “drop table kept”, by /)).toBeHidden()
  await page.getByTitle(/^Schema change, .*: drop table kept;$/).click()
  await expect(page.getByText(/^Just before “drop table kept”, by /)).toBeVisible()
  await page.goto(`/project/${project.ref}/sql/new`)
  await page.getByRole('button', { name: 'View query history' }).click()
  const run = page
    .getByRole('dialog', { name: 'Query history' })
    .getByRole('listitem')
    .filter({ hasText: 'drop table kept' })
  await run.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore to just before this' }).click()
  await expect(page).toHaveURL(/backups\/pitr\?before=/)
  await expect(page.getByText(/^Just before “drop table kept”, by /)).toBeVisible()
  await page.getByRole('slider', { name: 'Moment on the timeline' }).press('End')
  await expect(page.getByText('Choose a moment on the line above.')).toBeHidden()
  await page.getByRole('button', { name: 'Restore to a new project' }).click()
  const form = page.getByRole('dialog', { name: 'Restore to a new project' })
  await form.getByRole('textbox', { name: 'Name' }).fill('As it was')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Restore to new project' }).click()
  await expect(form.getByText('Copy the database password now')).toBeVisible()
  await form.getByRole('button', { name: 'Done' }).click()
})

test('a read-only member sees backups and why they cannot make or restore one', async ({
  page,
  context,
  account,
  project,
}) => {
  await signInAsReader(context, account, project.organization_slug)
  await page.goto(`/project/${project.ref}/database/backups/scheduled`)
  await expect(page.getByText('No backups yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto(`/project/${project.ref}/database/backups/pitr`)
  await expect(page.getByRole('switch', { name: 'Point-in-time recovery' })).toBeDisabled()
})
