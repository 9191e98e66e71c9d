import { listAuthMails, updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { ethereumWallet } from '@basalt/testing/ethereum-wallet.ts'
import { openSamlIdentityProvider } from '@basalt/testing/saml-identity-provider.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { openAuthAppSite } from './auth-app-site.ts'
import { test } from './fixtures.ts'
import { totpCode } from './totp.ts'

const PHONE = '15550001111'

test('phones, passkeys, security keys and a company are set up, and people of an app on another origin sign in with them', async ({
  page,
  context,
  project,
  account,
  sql,
}) => {
  const { ref } = project
  const { origin } = account.caller
  await using company = await openSamlIdentityProvider()
  const keys = await call(account.caller, listApiKeys, { params: { ref } })
  using site = await openAuthAppSite(`${origin}/p/${ref}`, keys.find(({ name }) => name === 'anon')!.api_key!)
  await call(account.caller, updateAuthSettings, {
    params: { ref },
    // People wait a minute between two messages.
    body: { site_url: site.origin, sms_max_frequency: 0 },
  })

  await page.goto(`/project/${ref}/auth/providers`)
  const save = async (form: string) => {
    await page.getByRole('form', { name: form, exact: true }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved').last()).toBeVisible()
  }
  await page.getByRole('checkbox', { name: 'Allow sign-in by phone' }).click()
  await save('Phone')
  await page.getByRole('checkbox', { name: 'Allow sign-in with passkeys' }).click()
  await page.getByLabel('Sites (optional)').fill('app.example.com')
  await page.getByRole('form', { name: 'Passkeys' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an origin such as https://app.example.com')).toBeVisible()
  await page.getByLabel('Sites (optional)').fill('')
  await save('Passkeys')
  await page.getByRole('checkbox', { name: 'Allow sign-in with company accounts (SAML)' }).click()
  await save('Company accounts')

  // A service that is refused, because it is in a private network or has no address.
  const service = page.getByRole('form', { name: 'Message service' })
  await service.getByLabel('Address').fill('messages.example')
  await service.getByRole('button', { name: 'Save' }).click()
  await expect(service.getByText('Enter an address such as https://app.example.com')).toBeVisible()
  await service.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Identity provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Identity provider' })
  await expect(dialog.getByText(`${origin}/p/${ref}/auth/v1/sso/saml/acs`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter an address such as https://app.example.com')).toBeVisible()
  await dialog.getByLabel('Address of the metadata').fill(`${company.origin}/metadata`)
  await dialog.getByLabel('Domains').fill('company.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const companies = page.getByRole('list', { name: 'Identity providers of companies' })
  await expect(companies.getByRole('listitem')).toContainText('company.example')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await expectReadableColours(page)

  // The key that companies know is replaced.
  const samlKeys = page.getByRole('list', { name: 'Keys for SAML' }).getByRole('listitem')
  await expect(samlKeys).toHaveCount(1)
  await page.getByRole('button', { name: 'Create standby key' }).click()
  await expect(samlKeys.filter({ hasText: 'Standby' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  const rotation = page.getByRole('alertdialog', { name: 'Rotate keys' })
  await rotation.getByRole('button', { name: 'Rotate keys' }).click()
  await expect(samlKeys.filter({ hasText: 'Previously used' })).toBeVisible()
  await expect(samlKeys.filter({ hasText: 'In use' })).toHaveCount(1)

  await page.getByRole('link', { name: 'Multi-Factor' }).click()
  await page.getByRole('checkbox', { name: 'Allow users to add a security key' }).click()
  await page.getByRole('checkbox', { name: 'Accept security keys' }).click()
  await save('Security keys and passkeys')
  await expectAccessible(page)

  const app = await context.newPage()
  const status = app.getByRole('status')
  const alert = app.getByRole('alert')
  const press = (name: string) => app.getByRole('button', { name, exact: true }).click()
  const code = async () => {
    const { mails } = await call(account.caller, listAuthMails, { params: { ref } })
    return /code is (\d+)/.exec(mails.find(({ recipient }) => recipient === `+${PHONE}`)!.html!)![1]!
  }
  const authenticators = await context.newCDPSession(app)
  await authenticators.send('WebAuthn.enable')
  await authenticators.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await app.goto(site.origin)
  await expect(status).toHaveText('Nobody')
  await app.getByLabel('Phone').fill(`+${PHONE}`)
  await press('Text me')
  await expect(alert).toHaveText('Text me done')
  await app.getByLabel('Code').fill(await code())
  await press('Enter code')
  await expect(status).toContainText(`${PHONE} aal1`)

  await press('Add passkey')
  await expect(alert).toHaveText('Add passkey done')
  await press('Add security key')
  await expect(status).toContainText(`${PHONE} aal2`)
  await press('Sign out')
  await expect(status).toHaveText('Nobody')
  await press('Use passkey')
  await expect(status).toContainText(`${PHONE} aal1`)
  await press('Use security key')
  await expect(status).toContainText(`${PHONE} aal2`)
  await press('Sign out')
  await expect(status).toHaveText('Nobody')

  await press('Use company')
  await expect(status).toContainText('ann@company.example aal1')
  expect(await sql('select email, phone, is_sso_user from auth.users order by created_at')).toEqual([
    { email: null, phone: PHONE, is_sso_user: false },
    { email: 'ann@company.example', phone: null, is_sso_user: true },
  ])

  // The member sees the keys of a user, and removes one.
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByText(PHONE).first().click()
  const user = page.getByRole('dialog', { name: PHONE })
  await expect(user.getByText('Key', { exact: true })).toBeVisible()
  await user.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).last().click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(user.getByRole('heading', { name: 'Passkeys' })).toBeHidden()
  await press('Sign out')
  await expect(status).toHaveText('Nobody')
  await press('Use passkey')
  await expect(alert).toHaveText('webauthn_credential_not_found')
})

test('wallets and recovery codes are turned on, and a person of an app on another origin signs in with them', async ({
  page,
  context,
  project,
  account,
}) => {
  const { ref } = project
  const { origin } = account.caller
  const wallet = ethereumWallet()
  const keys = await call(account.caller, listApiKeys, { params: { ref } })
  using site = await openAuthAppSite(`${origin}/p/${ref}`, keys.find(({ name }) => name === 'anon')!.api_key!)
  await call(account.caller, updateAuthSettings, { params: { ref }, body: { site_url: site.origin } })
  const save = async (form: string) => {
    await page.getByRole('form', { name: form, exact: true }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved').last()).toBeVisible()
  }

  await context.exposeFunction('askWallet', (request: Parameters<typeof wallet.request>[0]) =>
    wallet.request(request),
  )
  await context.addInitScript('window.ethereum = { request: (request) => window.askWallet(request) }')
  const app = await context.newPage()
  const status = app.getByRole('status')
  const alert = app.getByRole('alert')
  const press = (name: string) => app.getByRole('button', { name, exact: true }).click()
  await app.goto(site.origin)
  await press('Use wallet')
  await expect(alert).toHaveText('web3_provider_disabled')

  await page.goto(`/project/${ref}/auth/providers`)
  await page.getByRole('checkbox', { name: 'Allow sign-in with Ethereum wallets' }).click()
  await save('Wallets')
  // Only the content scrolls on a long page, not the document with its header.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  await page.getByRole('link', { name: 'Multi-Factor' }).click()
  await page.getByRole('checkbox', { name: 'Allow users to make recovery codes' }).click()
  await page.getByRole('checkbox', { name: 'Accept recovery codes' }).click()
  await save('Recovery codes')
  await expectAccessible(page)

  await press('Use wallet')
  await expect(status).toContainText(`${wallet.address} aal1`)
  expect(wallet.signed.at(-1)).toContain(`${new URL(site.origin).host} wants you to sign in`)
  await press('Make codes')
  await expect(alert).toHaveText('insufficient_aal')
  await press('Add factor')
  await expect(alert).toHaveText('Add factor done')
  const secret = app.locator('#secret')
  await app.getByLabel('Code').fill(totpCode(await secret.innerText()))
  await press('Verify')
  await expect(status).toContainText(`${wallet.address} aal2`)
  await press('Make codes')
  await expect(alert).toHaveText('Make codes done')
  const code = await secret.innerText()

  // The phone with the app is lost.
  await press('Sign out')
  await expect(status).toHaveText('Nobody')
  await press('Use wallet')
  await expect(status).toContainText(`${wallet.address} aal1`)
  await app.getByLabel('Code').fill(code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-'))
  await press('Use recovery code')
  await expect(status).toContainText(`${wallet.address} aal2`)
  await press('Use recovery code')
  await expect(alert).toHaveText('mfa_verification_failed')

  // A member sees the wallet and the codes with the user.
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const users = page.getByRole('table', { name: 'Users' })
  await expect(users).toContainText('Wallet')
  await users.getByRole('link', { name: wallet.address }).click()
  await expect(page.getByRole('dialog').getByText('Recovery codes', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
