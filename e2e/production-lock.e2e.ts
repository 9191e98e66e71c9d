import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { sqlOf, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('production is locked, its SQL is tried on a branch, and it is unlocked for a while', async ({
  page,
  account,
  project,
  sql,
}) => {
  await sql("create table goods as select 1 as id, 'lamp' as name")
  const goods = () => sql('select name from goods')
  await page.goto(`/project/${project.ref}/settings/general`)
  const card = page.locator('section', { hasText: 'Lock production' }).last()
  await card.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Unlock' })).toBeVisible()
  const badge = page.getByRole('banner').getByRole('button', { name: 'Locked' })
  await expect(badge).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.emulateMedia({ colorScheme: 'dark' })

  // Pages of the database and the grid say why they only read.
  await page.goto(`/project/${project.ref}/database/tables`)
  const newTable = page.getByRole('button', { name: 'New table' })
  await expect(newTable).toBeDisabled()
  await expect(newTable).toHaveAccessibleDescription(/Production is locked/)

  // The SQL editor reads, and offers a branch for what would write.
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  await editor.run('select name from goods')
  await expect(editor.cell('lamp')).toBeVisible()
  await editor.start("insert into goods values (2, 'desk')")
  const dialog = page.getByRole('dialog', { name: 'Production is locked' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Run on a branch instead' }).click()
  await page.getByRole('menuitem', { name: 'New branch with this data' }).click()
  await expect(page).not.toHaveURL(new RegExp(project.ref), { timeout: 60_000 })
  const branches = await call(account.caller, listBranches, { params: { ref: project.ref }, query: {} })
  const branch = branches.find(({ is_default }) => !is_default)!
  await expect(page).toHaveURL(new RegExp(`/project/${branch.project_ref}/sql/`))
  await expect(page.getByRole('textbox', { name: /SQL/ })).toContainText(
    "insert into goods values (2, 'desk')",
  )
  const run = page.getByRole('main').getByRole('button', { name: 'Run', exact: true })
  await expect(run).toBeEnabled({ timeout: 60_000 })
  await run.click()
  const onBranch = sqlOf(account.caller, { ref: branch.project_ref })
  await expect
    .poll(() => onBranch('select name from goods order by id'))
    .toEqual([{ name: 'lamp' }, { name: 'desk' }])
  expect(await goods()).toEqual([{ name: 'lamp' }])

  // Unlocked from the header, it can be written to until it is locked again.
  await page.goto(`/project/${project.ref}/sql/new`)
  await badge.click()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText(/It locks again by itself/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await editor.run("insert into goods values (3, 'chair')")
  expect(await goods()).toEqual([{ name: 'lamp' }, { name: 'chair' }])

  // A warning before rows are removed offers the branch too.
  await editor.start('delete from goods')
  const warning = page.getByRole('alertdialog')
  await expectAccessible(page)
  await warning.getByRole('button', { name: 'Run on a branch instead' }).click()
  await page.getByRole('menuitem', { name: branch.name }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${branch.project_ref}/sql/`))
  await expect(page.getByRole('textbox', { name: /SQL/ })).toContainText('delete from goods')
  expect(await goods()).toHaveLength(2)

  await page.goto(`/project/${project.ref}/sql/new`)
  await page.getByRole('banner').getByRole('button', { name: 'Unlocked' }).click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  await page.keyboard.press('Escape')
  await editor.start('delete from goods')
  await expect(dialog).toBeVisible()
  expect(await goods()).toHaveLength(2)
})
