import {
  createNotification,
  getNotificationSummary,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { openConnected, test } from './fixtures.ts'

test('a notification from a script arrives at once, is marked as seen when viewed, and is archived', async ({
  page,
  account: { caller },
  organization: { slug },
}) => {
  const tell = (body: { title: string; priority?: 'Critical' | 'Warning' }) =>
    call(caller, createNotification, { params: { slug }, body })
  const icon = page.getByRole('button', { name: /^Notifications/ })
  await openConnected(page, `/org/${slug}`)
  await expect(icon).toHaveAccessibleName('Notifications')
  await tell({ title: 'Backup done' })
  await expect(icon).toHaveAccessibleName('Notifications, 1 unread')
  await tell({ title: 'Backup failed', priority: 'Critical' })
  await expect(icon).toHaveAccessibleName('Notifications, 2 unread, critical')

  await icon.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('Backup failed')).toBeVisible()
  await expectAccessible(page)
  expect(await call(caller, getNotificationSummary, {})).toMatchObject({ unread_count: 2 })
  await icon.click()
  await expect(panel).toBeHidden()
  await expect(icon).toHaveAccessibleName('Notifications')

  await icon.click()
  await panel.getByRole('button', { name: 'Archive', exact: true }).first().click()
  await expect(panel.getByText('Backup failed')).toBeHidden()
  await panel.getByRole('button', { name: 'Archive all' }).click()
  await expect(panel.getByText('All caught up')).toBeVisible()
  await panel.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Critical' }).click()
  await page.keyboard.press('Escape')
  await expect(panel.getByText('No notifications based on the 1 filter applied')).toBeVisible()
  await panel.getByRole('button', { name: /^Reset/ }).click()
  await expect(panel.getByText('All caught up')).toBeVisible()
  await panel.getByRole('tab', { name: 'Archived' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
})

test('viewed notifications are marked as seen also when the page is closed with the panel open', async ({
  page,
  account: { caller },
  organization: { slug },
}) => {
  await call(caller, createNotification, { params: { slug }, body: { title: 'Backup done' } })
  await page.goto(`/org/${slug}`)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByText('Backup done')).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(() => call(caller, getNotificationSummary, {})).toMatchObject({ unread_count: 0 })
})
