import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('a signed-out user who opens a page is asked to sign in', async ({ page }) => {
  await page.goto('/organizations')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
})

test('a signed-in user finds their project in its organization', async ({ page, organization, project }) => {
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByText(project.name)).toBeVisible()
  await expectAccessible(page)
})
