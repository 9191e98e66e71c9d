import { createNotification } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { NOTIFICATION_TITLE_MAX } from '@basalt/contract/notifications/notifications.rules.ts'
import { ORGANIZATION_NAME_MAX } from '@basalt/contract/organizations/organizations.rules.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectComplete } from './accessibility.ts'
import { newOrganization, test } from './fixtures.ts'

/** Unbreakable, right-to-left, and with characters of several code units. */
const names = [
  'W'.repeat(ORGANIZATION_NAME_MAX),
  'مؤسسة '.repeat(10).trim(),
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(3),
  '株式会社'.repeat(16),
]

const expectNoOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

test('names in any script and length fit into lists, switchers and notifications', async ({
  page,
  account,
}) => {
  for (const name of names) await newOrganization(account, name)
  const { slug } = await newOrganization(account, 'Last')
  for (const name of names)
    await call(account.caller, createNotification, {
      params: { slug },
      body: { title: name.slice(0, NOTIFICATION_TITLE_MAX), message: name.repeat(20) },
    })
  await page.goto('/organizations')
  const list = page.getByRole('list', { name: 'Organizations' })
  for (const name of names) await expect(list.getByText(name)).toBeVisible()
  await expectNoOverflow(page)

  await list.getByText(names[0] ?? '').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('combobox', { name: 'Switch organization' }).click()
  await expect(page.getByRole('option')).toHaveCount(names.length + 1)
  await expectInside(page, 'option')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(
    names.length,
  )
  await expectInside(page, 'listitem')
  await expectNoOverflow(page)
})

/** No item's content overflows the item, and no item overflows the window. */
async function expectInside(page: Page, role: 'option' | 'listitem') {
  await expectComplete(page)
  for (const entry of await page.getByRole(role).all()) {
    const { left, right, excess } = await entry.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return { left: box.left, right: box.right, excess: element.scrollWidth - element.clientWidth }
    })
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
    expect(excess).toBeLessThanOrEqual(0)
  }
}
