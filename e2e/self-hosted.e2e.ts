import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { SqlEditor } from './sql-editor.ts'
import { changesOf, rowsOf, tablesOf } from './table-editor.ts'

test('the self-hosted edition opens its one project without a sign-in', async ({ page }) => {
  test.slow()
  const dataDir = newDataDir()
  const server = await startServer(dataDir, {
    BASALT_EDITION: 'self-hosted',
    BASALT_DISABLED_FEATURES: 'authentication:multi_factor',
  })
  try {
    for (const path of ['/', '/sign-in', '/organizations', '/account']) {
      await page.goto(server.origin + path)
      await expect(page).toHaveURL(`${server.origin}/project/default`)
    }
    await expect(page.getByRole('heading', { name: 'Default project' })).toBeVisible()
    await expect(page.getByRole('button', { name: /account menu/ })).toHaveCount(0)
    const header = page.getByRole('banner')
    await expect(header.getByRole('combobox')).toHaveAccessibleName('Switch branch')
    await expect(header.getByText('Production')).toBeVisible()
    await expectAccessible(page)
    // The well-known URL of this edition's editor redirects to it.
    const editor = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'SQL Editor' })
    await expect(editor).toHaveAttribute('href', '/project/default/sql/1')
    await page.goto(`${server.origin}/project/default/sql/1`)
    await expect(page).toHaveURL(`${server.origin}/project/default/sql`)
    await expect(page.getByRole('complementary', { name: 'Saved queries' })).toBeVisible()
    // The table editor creates a table, and reads and changes its rows.
    await page.goto(`${server.origin}/project/default/editor`)
    await tablesOf(page).getByRole('button', { name: 'New table' }).first().click()
    const form = page.getByRole('dialog', { name: 'New table' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('notes')
    await form.getByRole('button', { name: 'Create table' }).click()
    await expect(page.getByText('This table is empty')).toBeVisible()
    await page.getByRole('button', { name: 'Insert row' }).click()
    await changesOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved 1 change')).toBeVisible()
    await expect(rowsOf(page, 'notes').getByRole('gridcell', { name: '1', exact: true })).toBeVisible()
    // Mail to users stays in the inbox. A page that the operator disabled says so.
    await page.goto(`${server.origin}/project/default/auth`)
    await expect(page.getByText('No users yet')).toBeVisible()
    await page.getByRole('link', { name: 'Emails', exact: true }).click()
    await page.getByRole('tab', { name: 'Inbox' }).click()
    await expect(page.getByText('No mail yet')).toBeVisible()
    await page.goto(`${server.origin}/project/default/auth/mfa`)
    await expect(page.getByText('This page is disabled')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

    // Its one project has branches, which are merged back.
    await page.goto(`${server.origin}/project/default/branches?new=true`)
    const dialog = page.getByRole('dialog', { name: 'Create branch' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('try')
    await dialog.getByRole('button', { name: 'Create branch' }).click()
    const branch = page.getByRole('listitem', { name: 'Branch try' })
    await expect(branch.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
    await branch.getByRole('link', { name: 'try' }).click()
    await expect(header.getByText('Preview')).toBeVisible()
    const ref = new URL(page.url()).pathname.split('/')[2]
    await page.goto(`${server.origin}/project/${ref}/sql/new`)
    const sql = new SqlEditor(page)
    await sql.run('alter table notes add priority int; select 42 as done')
    await expect(sql.cell('42')).toBeVisible()
    await page.getByRole('button', { name: 'Open merge request' }).click()
    await expect(page.getByRole('region', { name: 'Statement 1' })).toContainText('priority', {
      timeout: 30_000,
    })
    await page.getByRole('button', { name: 'Rehearse' }).click()
    await expect(page.getByText('It would succeed')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Merge into main' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText('Merged', { exact: true })).toBeVisible({ timeout: 60_000 })
    await page.goto(`${server.origin}/project/default/sql/new`)
    await sql.run('select priority from notes')
    await expect(page.getByRole('columnheader', { name: /priority/ })).toBeVisible()
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
})
