import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { type Account, test } from './fixtures.ts'
import { totpCode } from './totp.ts'

/** Turns on MFA for the test's account. Returns the secret and the recovery codes. */
async function setUp(page: Page) {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up multi-factor authentication' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const secret = (await dialog.getByRole('region', { name: 'Key' }).textContent())!.trim()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toContainText('not the code for this secret')
  // The current code, which is still valid if the next time step begins meanwhile.
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = await dialog.getByRole('region', { name: 'Recovery codes' }).textContent()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  return { secret, recoveryCodes: codes!.trim().split('\n') }
}

async function signOutAndEnterPassword(page: Page, { email, password }: Account) {
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

test('sign-in asks for a code, refuses a wrong one, and accepts a recovery code', async ({
  page,
  account,
}) => {
  const { secret, recoveryCodes } = await setUp(page)
  await signOutAndEnterPassword(page, account)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 40))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is wrong')
  // The current code is used up; the next one is valid early, and also if its time step begins meanwhile.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/new')

  await signOutAndEnterPassword(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/new')
  await page.goto('/account/security')
  await expect(page.getByText('9 of 10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[1]!)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText(/It is off/)).toBeVisible()
})

test('an organization that requires MFA is closed to a member who turns it off', async ({
  page,
  organization,
}) => {
  const security = `/org/${organization.slug}/security`
  await page.goto(security)
  await page.getByRole('button', { name: 'Require it' }).hover()
  await expect(page.getByRole('link', { name: 'Go to your account' })).toBeVisible()

  const { recoveryCodes } = await setUp(page)
  await page.goto(security)
  await page.getByRole('button', { name: 'Require it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click()
  await expect(page.getByText('The only member has set it up.')).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0]!)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText(/It is off/)).toBeVisible()
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByRole('heading', { name: 'Multi-factor authentication is required' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Organization', exact: true })
  for (const name of ['Projects', 'Team', 'Organization settings']) {
    await expect(menu.getByRole('button', { name })).toBeDisabled()
    await expect(menu.getByRole('link', { name })).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set up in your account' }).click()
  await expect(page).toHaveURL('/account/security')
})
