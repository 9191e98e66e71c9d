import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

// fixtures.ts asserts for every test that no page violates the policy.
test('the dashboard is served with a policy that blocks foreign content', async ({ page }) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe-')
  await expect(page.locator('#root')).not.toBeEmpty()
})
