import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { expect } from '@playwright/test'
import { send, sessionOf } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
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

test('other users cannot see the jobs', async ({ page, account }) => {
  expect(account.session).not.toBe('')
  await page.goto('/account/jobs')
  await expect(page.getByRole('alert')).toContainText('Only the owner of the installation may do this')
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jobs' })).toHaveCount(0)
})
