import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('a session in another browser is listed and ended', async ({ page, browser, baseURL, account }) => {
  const other = await browser.newContext({ baseURL: baseURL! })
  const elsewhere = await other.newPage()
  await elsewhere.goto('/sign-in')
  await elsewhere.getByLabel('Email').fill(account.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(account.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/new')

  await call({ origin: baseURL!, headers: { 'user-agent': 'nightly-job/1.0' } }, signIn, {
    body: { email: account.email, password: account.password },
  })

  await page.goto('/account/security')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText('This browser')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out nightly-job' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)

  await elsewhere.goto('/account')
  await expect(elsewhere).toHaveURL('/sign-in?redirect=%2Faccount')
  await other.close()
})
