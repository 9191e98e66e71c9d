import { createInvitations, listMembers, updateMember } from '@basalt/contract/members/members.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { eventStreamConnected, newAccount, openConnected, signInBrowser, test } from './fixtures.ts'

test('a user joins by an invitation link and finds actions disabled that the role does not allow', async ({
  page,
  account,
  organization,
  browser,
  baseURL,
}) => {
  const guest = await newAccount()
  const { slug } = organization
  await openConnected(page, `/org/${slug}`)
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page).toHaveURL(`/org/${slug}/team`)
  await expect(page.getByRole('row', { name: new RegExp(account.email) })).toContainText('Owner')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Invite members' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite members' })
  await dialog.getByLabel('Email addresses').fill(guest.email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  const link = (await dialog.getByRole('region', { name: `Link for ${guest.email}` }).textContent()) ?? ''
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(guest.email) })).toContainText('Invited')

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await signInBrowser(context, guest)
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: `Join ${organization.name}` })).toBeVisible()
  await expectAccessible(theirs)
  const listening = eventStreamConnected(theirs)
  await theirs.getByRole('button', { name: 'Join organization' }).click()
  await expect(theirs).toHaveURL(`/org/${slug}`)
  await expect(theirs.getByRole('button', { name: 'New project' })).toBeDisabled()
  await listening

  // The inviter's page is updated.
  await expect(page.getByRole('row', { name: new RegExp(guest.email) })).not.toContainText('Invited')

  // A new role takes effect in the page that is open.
  const params = { slug }
  const members = await call(account.caller, listMembers, { params })
  const id = members.find(({ email }) => email === guest.email)?.user_id ?? ''
  await call(account.caller, updateMember, { params: { slug, id }, body: { role_id: 'administrator' } })
  await expect(theirs.getByRole('link', { name: 'New project' })).toBeVisible()

  await theirs.goto(link)
  await expect(theirs.getByRole('alert')).toContainText('This invitation has been used')
  await expectAccessible(theirs)

  await theirs.goto(`/org/${slug}/team`)
  await theirs.getByRole('button', { name: `Actions for ${guest.email}` }).click()
  await theirs.getByRole('menuitem', { name: 'Leave team' }).click()
  await theirs.getByRole('button', { name: 'Leave team' }).click()
  await expect(theirs).toHaveURL('/organizations')
  await expect(theirs.getByText('No organizations yet')).toBeVisible()
  await context.close()
})

test('an invited user without an account creates one by the link and joins', async ({
  account,
  organization,
  browser,
  baseURL,
}) => {
  const email = `${crypto.randomUUID()}@example.com`
  const [invitation] = await call(account.caller, createInvitations, {
    params: { slug: organization.slug },
    body: { emails: [email], role_id: 'read_only' },
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(invitation?.link ?? '')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page).toHaveURL(`/org/${organization.slug}`)
  await context.close()
})
