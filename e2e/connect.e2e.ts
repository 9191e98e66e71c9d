import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('the address says what the dialog shows, and a new password holds for its strings', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to your project via connection string' })
  const code = dialog.getByRole('region', { name: 'Connection string' })
  await expect(code).toHaveText(/^postgresql:\/\/postgres:\[YOUR_PASSWORD\]@127\.0\.0\.1:\d+\/postgres$/)
  await expect(dialog.getByText(/^Logged in as postgres in \d+ ms/)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'SQLAlchemy' }).click()
  await expect(code).toContainText('dbname=postgres')
  await expect(page).toHaveURL(/[?&]type=sqlalchemy/)
  await page.reload()
  await expect(code).toContainText('dbname=postgres')

  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const question = page.getByRole('dialog', { name: 'Reset database password' })
  await question.getByRole('button', { name: 'Generate' }).click()
  await question.getByRole('button', { name: 'Reset password' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText(/^Logged in as postgres in \d+ ms/)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/showConnect|type=/)
})
