import { updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { openIdentityProvider } from '@basalt/testing/identity-provider.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { openAuthAppSite } from './auth-app-site.ts'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import { totpCode } from './totp.ts'

const PASSWORD = 'correct horse'

test('a provider, a hook and protection are set up, and people of an app on another origin sign up, in and out', async ({
  page,
  context,
  project,
  account,
  sql,
}) => {
  const { ref } = project
  const { origin } = account.caller
  await using provider = await openIdentityProvider()
  const keys = await call(account.caller, listApiKeys, { params: { ref } })
  using site = await openAuthAppSite(`${origin}/p/${ref}`, keys.find(({ name }) => name === 'anon')!.api_key!)

  // People wait a minute between two mails.
  await call(account.caller, updateAuthSettings, { params: { ref }, body: { smtp_max_frequency: 0 } })
  // The site may be returned to.
  await page.goto(`/project/${ref}/auth/url-configuration`)
  await page.getByLabel('Redirect URLs').fill(`${site.origin}/**`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  // A provider that publishes an OpenID Connect configuration.
  await page.getByRole('link', { name: 'Sign In / Providers' }).click()
  await page.getByRole('button', { name: 'Other provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Other provider' })
  await expect(dialog.getByText(`${origin}/p/${ref}/auth/v1/callback`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Lower-case letters, digits, -, _ and :, at most 43')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('acme')
  // One without discovery needs three addresses.
  const protocol = dialog.getByRole('combobox', { name: 'Protocol' })
  await choose(protocol, 'OAuth 2.0')
  await dialog.getByLabel('Client ID', { exact: true }).fill('id')
  await dialog.getByLabel('Client secret').fill('secret')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the address where people sign in')).toBeVisible()
  await dialog.getByText('Name, scopes and PKCE').click()
  await expect(dialog.getByLabel('Scopes')).toHaveValue('openid email profile')
  await expectAccessible(page)
  await choose(protocol, 'OpenID Connect')
  await dialog.getByLabel('Address', { exact: true }).fill(provider.origin)
  await dialog.getByLabel('Client ID', { exact: true }).fill(provider.settings.client_id)
  await dialog.getByLabel('Client secret').fill(provider.settings.secret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Other providers' }).getByRole('listitem').first()).toHaveText(
    /^acme\s*custom:acme\s*On/,
  )
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  // A function of the database adds a claim.
  await sql(
    `create function public.claims(event jsonb) returns jsonb language sql as $$
       select jsonb_build_object('claims', event -> 'claims' || '{"plan": "pro"}') $$`,
  )
  await page.getByRole('link', { name: 'Auth Hooks' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up: Claims of access tokens' }).click()
  const hook = page.getByRole('dialog', { name: 'Claims of access tokens' })
  await choose(hook.getByRole('combobox', { name: 'Calls' }), 'HTTP endpoint')
  await expect(hook.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await choose(hook.getByRole('combobox', { name: 'Calls' }), 'Function of the database')
  await hook.getByLabel('Function', { exact: true }).fill('claims')
  await hook.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('public.claims')).toBeVisible()

  // Protection asks for the key of the service.
  await page.getByRole('link', { name: 'Attack Protection' }).click()
  const captcha = page.getByRole('form', { name: 'Captcha' })
  await captcha.getByRole('checkbox', { name: 'Ask for a captcha' }).click()
  await captcha.getByRole('button', { name: 'Save' }).click()
  await expect(captcha.getByText('Enter the secret key of hCaptcha')).toBeVisible()
  await expectAccessible(page)

  const app = await context.newPage()
  const status = app.getByRole('status')
  const alert = app.getByRole('alert')
  const press = (name: string) => app.getByRole('button', { name, exact: true }).click()
  /** Opens the newest mail to an address in the inbox, and follows its link; resolves to where that leads. */
  const linkTo = async (email: string) => {
    // A tab behind another one opens none.
    await page.bringToFront()
    await page.goto(`/project/${ref}/auth/templates?tab=inbox`)
    await page.getByRole('row').filter({ hasText: email }).first().getByRole('button').click()
    const opening = context.waitForEvent('page')
    await page.frameLocator(`iframe[title="Mail to ${email}"]`).getByRole('link').click()
    const opened = await opening
    await opened.waitForURL(/\/verify\?/)
    const link = opened.url()
    await opened.close()
    await app.bringToFront()
    return link
  }
  await app.goto(site.origin)
  await expect(status).toHaveText('Nobody')
  await app.getByLabel('Email').fill('ann@shop.example')
  await app.getByLabel('Password').fill(PASSWORD)
  await press('Sign up')
  await expect(alert).toHaveText('Sign up done')
  await press('Sign in')
  await expect(alert).toHaveText('email_not_confirmed')

  // The link of the mail asks for a click, and leads back signed in.
  await app.goto(await linkTo('ann@shop.example'))
  await expect(app.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await expectAccessible(app)
  await app.getByRole('button', { name: 'Confirm' }).click()
  await expect(status).toContainText('ann@shop.example aal1')
  await press('Sign out')
  await expect(status).toHaveText('Nobody')

  await app.getByLabel('Email').fill('ann@shop.example')
  await app.getByLabel('Password').fill(PASSWORD)
  await press('Sign in')
  await expect(status).toContainText('ann@shop.example aal1')
  const claims = await app.evaluate(() => {
    const stored = Object.entries(localStorage).find(([name]) => name.endsWith('-auth-token'))![1]
    return JSON.parse(
      atob(JSON.parse(stored).access_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')),
    )
  })
  expect(claims).toMatchObject({ plan: 'pro' })
  await press('Add factor')
  await expect(app.locator('#secret')).toHaveText(/^[A-Z2-7]{32}$/)
  const secret = (await app.locator('#secret').textContent())!
  await app.getByLabel('Code').fill(totpCode(secret))
  await press('Verify')
  await expect(status).toContainText('ann@shop.example aal2')
  await press('Sign out')
  await expect(status).toHaveText('Nobody')

  // A forgotten password: the new one needs the second factor.
  await app.getByLabel('Email').fill('ann@shop.example')
  await press('Forgot password')
  await expect(alert).toHaveText('Forgot password done')
  await app.goto(await linkTo('ann@shop.example'))
  await app.getByRole('button', { name: 'Continue' }).click()
  await expect(status).toContainText('ann@shop.example aal1')
  await app.getByLabel('Password').fill('a new password')
  await press('Set password')
  await expect(alert).toHaveText('insufficient_aal')
  // The next code, because each counts once.
  await app.getByLabel('Code').fill(totpCode(secret, 1))
  await press('Verify')
  await expect(status).toContainText('aal2')
  await press('Set password')
  await expect(alert).toHaveText('Set password done')
  await press('Sign out')
  await expect(status).toHaveText('Nobody')

  // An account elsewhere.
  provider.state.person = { sub: 'p-1', email: 'bob@elsewhere.example', email_verified: true }
  await press('Use Acme')
  await expect(status).toContainText('bob@elsewhere.example aal1')
  await press('Sign out')
  await expect(status).toHaveText('Nobody')
  expect(await sql('select email from auth.users order by email')).toEqual([
    { email: 'ann@shop.example' },
    { email: 'bob@elsewhere.example' },
  ])
})
