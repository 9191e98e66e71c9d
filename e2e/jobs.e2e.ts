import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { expect } from '@playwright/test'
import { send, sessionOf } from '../scripts/api-client.ts'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInBrowser, test } from './fixtures.ts'
import { withOwner } from './server-process.ts'

test('the owner of the installation sees its background jobs and runs one', async ({
  page,
  context,
  baseURL,
}) => {
  const [email, password] = [withOwner.BASALT_OWNER_EMAIL, withOwner.BASALT_OWNER_PASSWORD]
  const caller = { origin: baseURL!, headers: {} }
  const session = sessionOf(await send(caller, signIn, { body: { email, password } }))
  await signInBrowser(context, { email, password, session, caller })

  await page.goto('/account/me')
  await page.getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL('/account/jobs')
  const job = page
    .getByRole('list', { name: 'Background jobs' })
    .getByRole('listitem')
    .filter({ hasText: 'Measure project usage' })
  await expect(job).toContainText('Every 10 minutes')
  await expect(job).toContainText('Next run')
  await job.getByRole('button', { name: 'Run now: Measure project usage' }).click()
  await expect(job).toContainText('Succeeded')
  await expect(job).toContainText('Last run just now')
  await expectAccessible(page)
})

test('the owner sees where the installation is backed up, and confirms a copy of the key file', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const [email, password] = [withOwner.BASALT_OWNER_EMAIL, withOwner.BASALT_OWNER_PASSWORD]
  const caller = { origin: baseURL!, headers: {} }
  const session = sessionOf(await send(caller, signIn, { body: { email, password } }))
  await signInBrowser(context, { email, password, session, caller })
  await page.goto('/account/me')
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByRole('heading', { name: 'Installation backups' })).toBeVisible()
  await expect(page.getByText('On the same disk as the data')).toBeVisible()
  const warning = page.getByText(/^Without a copy of .+ on another machine/)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText(/, restored and checked in \d+\.\d s$/)).toBeVisible({ timeout: 90_000 })
  const fingerprint = page.getByRole('textbox', { name: 'Fingerprint of your copy' })
  await fingerprint.fill('a copy')
  await page.getByRole('button', { name: 'Confirm copy' }).click()
  await expect(page.getByText(/it begins with 64 digits and letters/)).toBeVisible()
  const [, file = ''] = /^Without a copy of (\S+) on/.exec((await warning.textContent())!) ?? []
  await fingerprint.fill(
    `${createHash('sha256')
      .update(await readFile(file))
      .digest('hex')}  ${file}`,
  )
  await page.getByRole('button', { name: 'Confirm copy' }).click()
  await expect(page.getByText('Your copy is confirmed')).toBeVisible()
  await expect(fingerprint).toHaveValue('')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
})

test('other users cannot see the jobs', async ({ page, account }) => {
  expect(account.session).not.toBe('')
  await page.goto('/account/jobs')
  await expect(page.getByRole('alert')).toContainText('Only the owner of the installation may do this')
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jobs' })).toHaveCount(0)
})
