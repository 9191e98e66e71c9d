import { expect } from '@playwright/test'
import { openConnected, test } from './fixtures.ts'

test('a project is paused, restored, renamed and deleted from its page', async ({ page, project }) => {
  test.slow()
  await openConnected(page, `/project/${project.ref}`)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pause')
  await page.getByRole('alertdialog').getByRole('button', { name: /Pause/ }).click()
  await expect(page.getByText('Project is paused').first()).toBeVisible()

  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  await expect(page.getByText('Healthy', { exact: true })).toBeVisible({ timeout: 60_000 })

  await act('Rename')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Renamed project')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Rename|Save/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Renamed project' })).toBeVisible()

  await act('Delete')
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: /Delete/ })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill('Renamed project')
  await confirm.click()
  await expect(page).toHaveURL(/\/org\//, { timeout: 30_000 })
  await expect(page.getByText('Renamed project')).toHaveCount(0)
})

test('a project of another user does not exist', async ({ page, account, organization }) => {
  expect(account.email).not.toBe('')
  await page.goto(`/project/${'a'.repeat(20)}`)
  await expect(page.getByText(/not exist|not found/i).first()).toBeVisible()
  await page.goto(`/org/${organization.slug}-x`)
  await expect(page.getByText(/not exist|not found/i).first()).toBeVisible()
})
