import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { signInBrowser, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a query is saved while typing, found, renamed, moved to a folder, shared and deleted', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/sql`)
  await page.getByRole('link', { name: 'New SQL snippet' }).click()
  const editor = new SqlEditor(page)
  await editor.write('select 1 as first')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const nav = page.getByRole('complementary', { name: 'Saved queries' })
  const tabs = page.getByRole('navigation', { name: 'Open queries' })
  const menuOf = async (name: string) => {
    await nav.getByRole('link', { name }).hover()
    await nav.getByRole('button', { name: `Actions for ${name}` }).click()
  }
  const first = await nav.getByRole('link', { name: /Untitled query/ }).innerText()
  // A default name is followed by the last saved SQL.
  await expect(nav.getByRole('listitem').filter({ hasText: first })).toContainText('select 1 as first')
  await menuOf(first)
  await page.getByRole('menuitem', { name: 'Rename query' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders of today')
  await page.getByRole('button', { name: 'Rename query' }).click()
  await expect(page.getByRole('heading', { name: 'Orders of today' })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Orders of today' })).toBeVisible()

  await menuOf('Orders of today')
  await page.getByRole('menuitem', { name: 'Download as migration file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download query: Orders of today' })
  await dialog.getByRole('tab', { name: 'SQL file' }).click()
  await expect(dialog.getByText('The unchanged SQL text.')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download SQL file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('orders_of_today.sql')
  expect(await readFile(await file.path(), 'utf8')).toBe('select 1 as first')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'New query or folder' }).click()
  await page.getByRole('menuitem', { name: 'Create a new folder' }).click()
  await page.getByLabel('Folder name').fill('Reports')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully created folder')).toBeVisible()
  await menuOf('Orders of today')
  await page.getByRole('menuitem', { name: 'Move query' }).click()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Reports' }).click()
  await page.getByRole('button', { name: 'Move query' }).click()
  await expect(page.getByText('Successfully moved 1 query')).toBeVisible()
  await expect(nav.getByRole('list', { name: 'Reports' }).getByRole('link')).toHaveText('Orders of today')

  await menuOf('Orders of today')
  await page.getByRole('menuitem', { name: 'Share query with team' }).click()
  await expect(page.getByText('Confirm to share query: Orders of today')).toBeVisible()
  await page.getByRole('button', { name: 'Share query' }).click()
  await expect(page.getByText('Snippet is now shared to the project')).toBeVisible()
  await expect(nav.getByRole('list', { name: 'Shared' }).getByRole('link')).toHaveText('Orders of today')
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(nav.getByRole('button', { name: 'Favorites (1)' })).toBeVisible()

  await nav.getByLabel('Search queries').fill('today')
  await expect(nav.getByText('1 result found')).toBeVisible()
  await menuOf('Orders of today')
  await page.getByRole('menuitem', { name: 'Duplicate query' }).click()
  await expect(page.getByRole('heading', { name: 'Orders of today (Duplicate)' })).toBeVisible()
  await expect(page.getByText('select 1 as first')).toBeVisible()
  await nav.getByLabel('Search queries').fill('')
  await expect(nav.getByRole('list', { name: 'Private' })).toBeVisible()
  await menuOf('Orders of today (Duplicate)')
  await page.getByRole('menuitem', { name: 'Delete query' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete query' }).click()
  await expect(page.getByText('Successfully deleted 1 query')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders of today', exact: true })).toBeVisible()
  await expect(tabs.getByRole('listitem')).toHaveCount(1)
})

test('tabs keep their scroll position, cursor and undo history', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const editor = new SqlEditor(page)
  const tabs = page.getByRole('navigation', { name: 'Open queries' })
  for (const text of ['select 1', 'select 2', 'select 3']) {
    await editor.write(text)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'New query', exact: true }).click()
    await expect(page).toHaveURL(/\/sql\/new$/)
  }
  await expect(tabs.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Alt+w')
  await expect(page.locator('.cm-content')).toHaveText('select 3')
  await page.keyboard.press('Alt+PageDown')
  await expect(page.locator('.cm-content')).toHaveText('select 1')
  await page.getByRole('textbox', { name: /SQL/ }).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' as one')
  await page.keyboard.press('Alt+PageDown')
  await expect(page.locator('.cm-content')).toHaveText('select 2')
  await page.keyboard.press('Alt+PageUp')
  await page.getByRole('textbox', { name: /SQL/ }).focus()
  await page.keyboard.type('!')
  await expect(page.locator('.cm-content')).toHaveText('select 1 as one!')
  await page.keyboard.press('Control+z')
  // Text typed without a pause is undone in one step, which depends on the machine's speed.
  await expect(page.locator('.cm-content')).toHaveText(/^select 1( as one)?$/)
  for (const left of [2, 1]) {
    await page.keyboard.press('Alt+w')
    await expect(tabs.getByRole('listitem')).toHaveCount(left)
  }
  await page.keyboard.press('Alt+w')
  await expect(page.getByText('New SQL snippet')).toBeVisible()
  await page.keyboard.press('Alt+Shift+T')
  await expect(tabs.getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('.cm-content')).toContainText('select')
})

test('conflicting edits in two tabs are compared, and no text is lost', async ({
  page,
  project,
  context,
}) => {
  await page.goto(`/project/${project.ref}/sql/new`)
  const mine = new SqlEditor(page)
  await mine.write('select 1')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.locator('.cm-content')).toHaveText('select 1')
  // Both write before either has saved.
  await page.route('**/content', (route) => route.abort())
  await mine.write('select mine')
  await expect(page.getByText('Not saved').first()).toBeVisible()
  await new SqlEditor(other).write('select theirs')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await page.unroute('**/content')
  // It retries by itself and then finds the other text.
  await page.getByRole('button', { name: 'Compare and choose' }).click({ timeout: 30_000 })
  const dialog = page.getByRole('dialog', { name: 'Choose a version' })
  await expect(dialog.getByText('select theirs')).toBeVisible()
  await expect(dialog.getByText('select mine')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('.cm-content')).toHaveText('select mine')
  const nav = page.getByRole('complementary', { name: 'Saved queries' })
  await nav.getByRole('link', { name: /Untitled query/ }).hover()
  await nav.getByRole('button', { name: /^Actions for Untitled/ }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(page.getByRole('dialog').getByText('select theirs')).toBeVisible()
})

test('a query opened elsewhere before its first save is there when that window is used again', async ({
  page,
  browser,
  account,
  project,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname.endsWith('/content'),
    async (route) => {
      if (route.request().method() !== 'GET') await held.promise
      await route.fallback()
    },
  )
  await page.goto(`/project/${project.ref}/sql/new`)
  await new SqlEditor(page).write('select 1 as kept_elsewhere')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  const elsewhere = await browser.newContext()
  await signInBrowser(elsewhere, account)
  const other = await elsewhere.newPage()
  await other.goto(page.url())
  const missing = other.getByText('This query does not exist')
  await expect(missing).toBeVisible()
  held.resolve()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // As when its window comes to the front.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(other.getByRole('textbox', { name: /SQL/ })).toContainText('kept_elsewhere')
  await expect(missing).toBeHidden()
  await elsewhere.close()
})
