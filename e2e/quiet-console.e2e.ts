import { expect } from '@playwright/test'
import { consoleMessagesOf } from './console-messages.ts'
import { test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('the tools beside a page leave nothing in the console', async ({ page, project }) => {
  const complaints = consoleMessagesOf(page)
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
  const complaints = consoleMessagesOf(page)
  await context.clearCookies()
  await page.goto('/')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/new')
  expect(complaints).toEqual([])
})
