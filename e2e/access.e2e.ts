import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newAccount, test } from './fixtures.ts'

test('a page that requires a sign-in redirects to it and opens afterwards', async ({ page }) => {
  const { email, password } = await newAccount()
  await page.goto('/account')
  await expect(page).toHaveURL('/sign-in?redirect=%2Faccount')
  await expect(page).toHaveTitle('Sign in · Basalt')
  await expectAccessible(page)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong')
  await expectAccessible(page)

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/account/me')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

test('a link cannot redirect to another site after sign-in', async ({ page }) => {
  const { email, password } = await newAccount()
  await page.goto('/sign-in?redirect=//example.com')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/new')
})

test('a new user signs up, after an error for a taken address', async ({ page }) => {
  const { email } = await newAccount()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('An account with this email address exists')
  await page.getByLabel('Email').fill(`new-${email}`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/new')
})

test('a session that ends under an open page redirects to the sign-in and back', async ({
  page,
  context,
  account,
  organization,
}) => {
  const settings = `/org/${organization.slug}/general`
  await page.goto(settings)
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Other name')
  // Pressed in the page, which may notice the end by itself at any moment after it.
  const save = page.getByRole('form', { name: 'Rename organization' }).getByRole('button', { name: 'Save' })
  const button = await save.elementHandle()
  await context.clearCookies()
  await button!.evaluate((element) => (element as HTMLElement).click())
  await expect(page).toHaveURL(`/sign-in?redirect=${encodeURIComponent(settings)}`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(settings)
})

test('signing out ends the session', async ({ page, account }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: `${account.email}, account menu` }).click()
  await expect(page.getByText(account.email).first()).toBeVisible()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/account')
  await expect(page).toHaveURL('/sign-in?redirect=%2Faccount')
})

test('a password reset link works in a tab that already shows that page', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByText('The link is incomplete')).toBeVisible()
  // Only the fragment differs, so the browser loads nothing.
  await page.goto('/reset-password#token=first')
  const field = page.getByLabel('New password', { exact: true })
  await field.fill('half written')
  await page.goto('/reset-password#token=second')
  await expect(field).toHaveValue('')
  await expect(page).toHaveURL('/reset-password')
  await field.fill('a password of my own')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Set password' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ token: 'second' })
})
