import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { pages } from './pages.ts'
import { SqlEditor } from './sql-editor.ts'

/** What the browser prints as a warning or an error, whatever it is about. */
function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${new URL(page.url()).pathname}: ${message.text()} (${message.location().url})`)
  })
  return complaints
}

test('no page leaves a warning or an error in the console', async ({ page, organization, project }) => {
  test.setTimeout(300_000)
  const complaints = complaintsOf(page)
  for (const { path, sees } of pages(organization, project)) {
    await page.goto(path)
    await expect(page.getByText(sees).filter({ visible: true }).first(), path).toBeVisible()
  }
  expect(complaints).toEqual([])
})

test('the tools beside a page leave nothing in the console', async ({ page, project }) => {
  const complaints = complaintsOf(page)
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: 'Inline SQL' }).click()
  const panel = page.getByRole('complementary', { name: 'SQL Editor' })
  await expect(panel.getByRole('textbox', { name: 'SQL' })).toBeFocused()
  await page.keyboard.type('select (42) as "answer"')
  await panel.getByRole('button', { name: 'Run' }).click()
  await expect(panel.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await page.goto(`/project/${project.ref}/sql/new`)
  await new SqlEditor(page).run('select n, n * n from generate_series(1, 40) as n')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(page.locator('.uplot')).toBeVisible()
  expect(complaints).toEqual([])
})

test('signing in leaves nothing in the console', async ({ page, account, context }) => {
  const complaints = complaintsOf(page)
  await context.clearCookies()
  await page.goto('/')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/new')
  expect(complaints).toEqual([])
})
