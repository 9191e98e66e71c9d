import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

// That no page complains about the policy is asserted for every test, in fixtures.ts.
test('the dashboard is delivered with a policy that lets nothing foreign in', async ({ page }) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe-')
  await expect(page.locator('#root')).not.toBeEmpty()
})
