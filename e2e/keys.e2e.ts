import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a secret key is displayed once, works for a server but not a browser, and is revoked', async ({
  page,
  project: { ref },
  baseURL,
}) => {
  await page.goto(`/project/${ref}/settings/api-keys`)
  await page.getByRole('button', { name: 'New secret key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New secret key' })
  await dialog.getByLabel('Name').fill('Order worker')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByText(/^bst_secret_/).textContent())!
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Secret keys' }).getByText('Order worker')).toBeVisible()

  const url = `${baseURL}/p/${ref}/storage/v1/bucket`
  const fromServer = async () => {
    const reply = await fetch(url, { headers: { apikey: key } })
    return { status: reply.status, body: await reply.json() }
  }
  expect(await fromServer()).toEqual({ status: 200, body: [] })
  const fromPage = await page.evaluate(
    async ([address, apikey]) => (await fetch(address!, { headers: { apikey: apikey! } })).json(),
    [url, key],
  )
  expect(fromPage).toMatchObject({ code: 'SecretKeyInBrowser' })

  await page.getByRole('button', { name: 'Actions for Order worker' }).click()
  await page.getByRole('menuitem', { name: 'Revoke key' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke Order worker' })
  await question.getByRole('button', { name: 'Revoke key' }).click()
  // While the dialog is open, the page behind it is inert.
  await expect(question).toBeHidden()
  await expect(page.getByRole('table', { name: 'Secret keys' }).getByText('Order worker')).toHaveCount(0)
  expect((await fromServer()).body).toMatchObject({ code: 'InvalidApiKey' })
})

test('a new project has keys, and its secret key is displayed once', async ({
  page,
  project: { ref },
  baseURL,
}) => {
  await page.goto(`/project/${ref}/settings/api-keys`)
  await expect(
    page
      .getByRole('table', { name: 'Publishable keys' })
      .getByText(/^bst_publishable_/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reveal default' })
  await dialog.getByRole('button', { name: 'Reveal key' }).click()
  const key = (await dialog.getByText(/^bst_secret_/).textContent())!
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
  const reply = await fetch(`${baseURL}/p/${ref}/storage/v1/bucket`, { headers: { apikey: key } })
  expect(reply.status).toBe(200)
})

test('a signing key replaces the JWT secret, which is changed', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}/settings/jwt/signing-keys`)
  await page.getByRole('button', { name: 'Create standby key' }).click()
  await page.getByRole('button', { name: /^Rotate keys/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click()
  const rows = page.getByRole('table', { name: 'Signing keys' }).getByRole('row')
  await expect(rows.filter({ hasText: 'ES256' })).toContainText('In use')
  await expect(rows.filter({ hasText: 'HS256' })).toContainText('Previously used')

  await page.getByRole('link', { name: 'Legacy JWT secret' }).click()
  await page.getByRole('button', { name: 'Reveal JWT secret' }).click()
  const secret = page.locator('code').filter({ hasText: /^[\w-]{43}$/ })
  const before = await secret.textContent()
  await page.getByRole('button', { name: 'Change secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change secret' }).click()
  await expect(page.getByText('JWT secret changed')).toBeVisible()
  await page.getByRole('button', { name: 'Reveal JWT secret' }).click()
  await expect(secret).not.toHaveText(before!)
})
