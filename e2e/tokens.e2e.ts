import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a personal access token is displayed once, works for a script, and is revoked', async ({
  page,
  account,
  request,
}) => {
  expect(account.session).not.toBe('')
  await page.goto('/account/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly job')
  await dialog.getByRole('button', { name: /Create/ }).click()
  const token = (await dialog.getByText(/^bst_/).textContent())!
  // An accidental key or click does not close the dialog.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog.getByText(token)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)

  const ask = () =>
    request.get('/platform/profile', { headers: { authorization: `Bearer ${token}`, cookie: '' } })
  expect(await (await ask()).json()).toMatchObject({ email: account.email })
  await page.getByRole('button', { name: /Revoke/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Revoke/ })
    .click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  expect((await ask()).status()).toBe(401)
})
