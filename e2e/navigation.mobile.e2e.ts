import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('on a phone the navigation opens from the top bar', async ({ page, organization }) => {
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Organization' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Organization settings' }).click()
  await expect(page).toHaveURL(`/org/${organization.slug}/general`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Share feedback' }).click()
  const feedback = page.getByRole('dialog', { name: 'What would you like to share?' })
  await feedback.getByRole('button', { name: 'Idea' }).click()
  await expect(feedback.getByRole('textbox', { name: 'Your idea' })).toBeFocused()
  await expectAccessible(page)
})
