import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

test('a read-only member finds every change disabled, with the reason', async ({
  account,
  organization,
  project,
  page,
  context,
}) => {
  const { slug } = organization
  await signInAsReader(context, account, slug)

  const isOff = async (name: string, to: string) => {
    const button = page.getByRole('button', { name })
    await expect(button, name).toBeDisabled()
    await expect(button, name).toHaveAccessibleDescription(
      `You need additional permissions to ${to}. Ask an owner or administrator.`,
    )
  }
  await page.goto(`/org/${slug}`)
  await isOff('New project', 'make projects in this organization')
  await page.goto(`/org/${slug}/team`)
  await isOff('Invite members', 'invite members')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite members' }).hover()
  const tooltip = page
    .getByText('You need additional permissions to invite members')
    .filter({ visible: true })
  await expect(tooltip).toHaveCount(1)
  await page.getByRole('button', { name: `Actions for ${account.email}` }).click()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  for (const item of await items.all()) await expect(item).toBeDisabled()
  await page.goto(`/org/${slug}/general`)
  await isOff('Delete organization', 'delete this organization')
  await page.goto(`/org/${slug}/security`)
  await isOff('Require it', 'ask the members for multi-factor authentication')

  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  for (const name of ['Rename', 'Restart', 'Pause', 'Delete']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    await expect(item, name).toBeDisabled()
    await expect(item, name).toContainText('You need additional permissions')
  }
})
