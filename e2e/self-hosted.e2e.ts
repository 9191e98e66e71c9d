import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { changesOf, rowsOf, tablesOf } from './table-editor.ts'

test('the self-hosted edition opens its one project without a sign-in', async ({ page }) => {
  test.slow()
  const dataDir = newDataDir()
  const server = await startServer(dataDir, { BASALT_EDITION: 'self-hosted' })
  try {
    for (const path of ['/', '/sign-in', '/organizations', '/account']) {
      await page.goto(server.origin + path)
      await expect(page).toHaveURL(`${server.origin}/project/default`)
    }
    await expect(page.getByRole('heading', { name: 'Default project' })).toBeVisible()
    await expect(page.getByRole('button', { name: /account menu/ })).toHaveCount(0)
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expectAccessible(page)
    // The well-known URL of this edition's editor redirects to it.
    const editor = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'SQL Editor' })
    await expect(editor).toHaveAttribute('href', '/project/default/sql/1')
    await page.goto(`${server.origin}/project/default/sql/1`)
    await expect(page).toHaveURL(`${server.origin}/project/default/sql`)
    await expect(page.getByRole('complementary', { name: 'Saved queries' })).toBeVisible()
    // The table editor creates a table, and reads and changes its rows.
    await page.goto(`${server.origin}/project/default/editor`)
    await tablesOf(page).getByRole('button', { name: 'New table' }).click()
    const form = page.getByRole('dialog', { name: 'New table' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('notes')
    await form.getByRole('button', { name: 'Create table' }).click()
    await expect(page.getByText('This table is empty')).toBeVisible()
    await page.getByRole('button', { name: 'Insert row' }).click()
    await changesOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved 1 change')).toBeVisible()
    await expect(rowsOf(page, 'notes').getByRole('gridcell', { name: '1', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
})
