import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('changes are found in the audit log, filtered, opened and exported', async ({
  page,
  account,
  organization,
}) => {
  const { slug } = organization
  await page.goto(`/org/${slug}/general`)
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Umbrella')
  await page.getByRole('form', { name: 'Rename organization' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Organization renamed')).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(`/org/${slug}/audit`)
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Change an organization')
  await expect(rows.nth(1)).toContainText(account.email)
  await expect(rows.nth(2)).toContainText('Create an organization')

  await page.getByRole('combobox', { name: 'Action' }).fill('Change an org')
  await expect(page.getByRole('option')).toHaveText(['Change an organization'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/org/${slug}/audit?action=updateOrganization`)
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Change an organization' }).click()
  const sheet = page.getByRole('dialog', { name: 'Change an organization' })
  await expect(sheet).toContainText('Umbrella')
  await expectAccessible(page)
  await page.reload()
  await expect(sheet).toContainText('In a browser')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('updateOrganization')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  // It is recorded with the last byte, which the browser may receive earlier.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh the audit log' }).click()
    await expect(rows.nth(1)).toContainText('Export the audit log', { timeout: 2_000 })
  }).toPass()
})

test('a user changes name and password, and finds both in the audit log', async ({ page, account }) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/account/me')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Ada Lovelace, account menu' })).toBeVisible()

  const current = page.getByLabel('Current password', { exact: true })
  await current.fill('not my password')
  await page.getByLabel('New password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That is not your current password')).toBeVisible()
  await expectAccessible(page)
  await current.fill(account.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(current).toHaveValue('')

  const navigation = page.getByRole('navigation', { name: 'Account' })
  await navigation.getByRole('link', { name: 'Audit log' }).click()
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Change the password')
  await expect(rows.nth(1)).toContainText('Succeeded')
  await expect(rows.nth(2)).toContainText('Refused')
  await expect(rows.nth(3)).toContainText('Change the profile')

  await navigation.getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
