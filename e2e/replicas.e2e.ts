import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'
import { changesOf, openTable } from './table-editor.ts'

test('a read replica is created, answers SQL that is refused to write, and is dropped', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table kept as select 42 as answer')
  await page.goto(`/project/${project.ref}/settings/infrastructure`)
  const diagram = page.getByRole('region', { name: 'Diagram of the databases' })
  await expect(diagram.getByText('Primary database')).toBeVisible()
  await expect(diagram.getByText('Load balancer')).toBeHidden()
  await expect(page.getByText(/^No read replicas yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Create read replica' }).click()
  await expect(page.getByText('Spinning up new replica in This machine…')).toBeVisible()
  const replica = page.getByRole('listitem', { name: /^Replica / })
  await expect(replica.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  await expect(replica.getByText('Up to date')).toBeVisible()
  await expect(replica.getByRole('img', { name: /over the last hour/ })).toBeVisible()
  await expect(diagram.getByText('2 databases answer reads')).toBeVisible()
  await expect(diagram.getByText('1 replica deployed across 1 region')).toBeVisible()
  await expect(diagram.getByRole('link', { name: 'View API URL' })).toBeVisible()
  await expect(diagram.getByText('Up to date')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.getByRole('tab', { name: 'Map' }).click()
  // Nobody has said where this machine is.
  await expect(page.getByText('This machine has no place on the map')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Diagram' }).click()

  // The replicas together are a source of the Connect dialog.
  // The diagram and the list have the same menu.
  await diagram.getByRole('button', { name: /^Actions of the replica/ }).click()
  await expect(page.getByRole('menuitem', { name: /Make it the primary/ })).toContainText(
    'Only while the primary is down',
  )
  await page.getByRole('menuitem', { name: 'View connection string' }).click()
  const connect = page.getByRole('dialog')
  await expect(page).toHaveURL(/settings\/infrastructure\?/)
  await connect.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Read replicas in turn' }).click()
  await expect(connect.getByText('Reads go to the replicas in turn')).toBeVisible()
  await expect(connect.getByRole('region', { name: 'Connection string' })).toContainText(
    `postgres.${project.ref}-read:`,
  )
  await expect(connect.getByText(/^Logged in/)).toBeVisible()
  await expect(page).toHaveURL(/settings\/infrastructure\?/)
  await page.keyboard.press('Escape')

  await page.goto(`/project/${project.ref}/sql/new`)
  await page.getByRole('button', { name: 'Database: Primary database' }).click()
  await page.getByRole('menuitemradio', { name: /^Read replica/ }).click()
  const editor = new SqlEditor(page)
  await editor.run('select answer, pg_is_in_recovery()::text as follows from kept')
  await expect(editor.cell('42')).toBeVisible()
  await expect(editor.cell('true')).toBeVisible()
  await editor.run('insert into kept values (43)')
  await expect(page.getByText(/read-only transaction/).first()).toBeVisible()
  expect(await sql('select answer from kept')).toEqual([{ answer: 42 }])

  // The table editor reads there too, changes nothing, and leaves what was staged for the primary alone.
  const grid = await openTable(page, sql, project, 'kept')
  await grid.getByRole('gridcell', { name: '42', exact: true }).dblclick()
  await page.keyboard.insertText('43')
  await page.keyboard.press('Enter')
  await expect(changesOf(page).getByText('1 change', { exact: true })).toBeVisible()
  const reads: string[] = []
  page.on('request', (request) => {
    if (/\/rows\?/.test(request.url())) reads.push(new URL(request.url()).searchParams.get('database') ?? '')
  })
  await page.getByRole('button', { name: 'Database: Primary database' }).click()
  await page.getByRole('menuitemradio', { name: /^Read replica/ }).click()
  await expect(
    page.getByText(/a moment behind the primary database\. Your change waits for the primary\./),
  ).toBeVisible()
  await expect(changesOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Insert row', exact: true })).toBeDisabled()
  const stored = grid.getByRole('gridcell', { name: '42', exact: true })
  await stored.click()
  await page.keyboard.press('7')
  await expect(page.getByText('This cell cannot be changed')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expectAccessible(page)
  const database = new Set(reads)
  expect([...database]).toEqual([expect.stringMatching(/./)])
  // An export reads the replica.
  await page.getByRole('button', { name: 'Export rows' }).click()
  const exported = page.waitForRequest(/\/export$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  expect((await exported).postDataJSON()).toMatchObject({ database: reads[0] })
  await page.getByRole('button', { name: 'Switch to primary database' }).click()
  await expect(changesOf(page).getByText('1 change', { exact: true })).toBeVisible()
  await changesOf(page).getByRole('button', { name: 'Discard' }).click()
  expect(await sql('select answer from kept')).toEqual([{ answer: 42 }])

  await page.goto(`/project/${project.ref}/settings/infrastructure`)
  await replica.getByRole('button', { name: /^Actions of the replica/ }).click()
  await page.getByRole('menuitem', { name: 'Make it a branch' }).click()
  await page.getByLabel('Name of the branch').fill('report')
  await page.getByRole('button', { name: 'Make it a branch' }).click()
  await expect(page).not.toHaveURL(new RegExp(project.ref))
  await page.goto(`/project/${project.ref}/branches`)
  const branch = page.getByRole('listitem', { name: 'Branch report' })
  await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 30_000 })
  await page.goto(`/project/${project.ref}/settings/infrastructure`)
  await expect(page.getByText(/^No read replicas yet/)).toBeVisible({ timeout: 30_000 })
  expect(await sql('select slot_name from pg_replication_slots')).toEqual([])
})

test('a read-only member sees replicas and why they cannot create one', async ({
  page,
  context,
  account,
  project,
}) => {
  await signInAsReader(context, account, project.organization_slug)
  await page.goto(`/project/${project.ref}/settings/infrastructure`)
  await expect(page.getByRole('button', { name: 'Create read replica' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('what another major version of PostgreSQL needs is said when somebody asks', async ({
  page,
  project,
  sql,
}) => {
  await sql('create table unkeyed (n int)')
  await page.goto(`/project/${project.ref}/settings/infrastructure`)
  await page.getByRole('button', { name: 'Check this project' }).click()
  await expect(page.getByText('public.unkeyed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('a rehearsal that nobody notices')).toBeVisible()
  await expectAccessible(page)
})
