import { openLogReceiver } from '@basalt/testing/log-receivers.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('logs are sent to another system, a failure is shown and ends, and the drain is changed, paused and deleted', async ({
  page,
  baseURL,
  project: { ref },
}) => {
  await using receiver = await openLogReceiver()
  receiver.answers(401, 'no such key')
  await page.goto(`/project/${ref}/settings/log-drains`)
  await page.getByRole('button', { name: 'New log drain' }).first().click()
  const form = page.getByRole('dialog', { name: 'New log drain' })
  await form.getByLabel('Name', { exact: true }).fill('Archive')

  // What is wrong is said beside the field.
  await form.getByRole('radio', { name: 'Syslog' }).click()
  await form.getByLabel('Host').fill('https://logs')
  await form.getByRole('button', { name: 'Create log drain' }).click()
  await expect(form.getByText('Enter a host name such as')).toBeVisible()
  await expectAccessible(page)

  await form.getByRole('radio', { name: 'HTTP' }).click()
  await form.getByLabel('Address').fill(`${receiver.origin}/in?token=secret`)
  await form.getByRole('button', { name: 'Add header' }).click()
  await form.getByLabel('Name of header 1').fill('X-Api-Key')
  await form.getByLabel('Value of header 1', { exact: true }).fill('wrong')
  await form.getByRole('checkbox', { name: 'Pooler' }).click()
  await form.getByRole('button', { name: 'Create log drain' }).click()
  await expect(form).toBeHidden()

  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Archive' }) })
  await expect(card).toContainText(receiver.origin)
  await expect(page.locator('body')).not.toContainText('secret')
  await card.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('The test event did not reach Archive')).toBeVisible()
  await fetch(`${baseURL}/p/${ref}/rest/v1/nothing`)
  await expect(card).toContainText('Answered 401: no such key')
  await expect(card).toContainText('Failing')
  await expectAccessible(page)

  // The key is corrected; the address stays.
  await card.getByRole('button', { name: 'Actions for Archive' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Archive' })
  await edit.getByLabel('Value of header 1', { exact: true }).fill('right')
  receiver.behaves((response, { headers }) =>
    response.writeHead(headers['x-api-key'] === 'right' ? 204 : 401).end(),
  )
  await edit.getByRole('button', { name: 'Save log drain' }).click()
  await expect(card).toContainText('Up to date')
  expect(receiver.lines().map(({ path }) => path)).toContain('/rest/v1/nothing')
  expect(receiver.accepted[0]!.path).toBe('/in?token=secret')

  await card.getByRole('button', { name: 'Actions for Archive' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(card).toContainText('Paused')
  await card.getByRole('button', { name: 'Actions for Archive' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete log drain' }).click()
  await expect(page.getByText('No log drains yet')).toBeVisible()
})
