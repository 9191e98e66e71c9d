import { listSharedPoolers } from '@basalt/contract/poolers/poolers.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('pool mode and restrictions are saved, an invalid address is reported, and SSL needs confirmation', async ({
  page,
  account,
  project,
}) => {
  await page.goto(`/project/${project.ref}/database/settings#connection-pooler`)
  await expect(page.getByRole('heading', { level: 1, name: 'Database settings' })).toBeVisible()
  const pooler = page.getByRole('form', { name: 'Shared pooler' })
  await pooler.getByRole('radio', { name: 'Session' }).click()
  await expect(pooler.getByText('are disconnected and can reconnect')).toBeVisible()
  await pooler.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Shared pooler settings saved')).toBeVisible()
  const rows = await call(account.caller, listSharedPoolers, { params: { ref: project.ref } })
  expect(rows.map(({ pool_mode }) => pool_mode)).toEqual(['session'])

  const restrictions = page.getByRole('form', { name: 'Network restrictions' })
  const addresses = restrictions.getByRole('textbox', { name: 'Allowed addresses' })
  await addresses.fill('10.0.0.1/8')
  await restrictions.getByRole('button', { name: 'Save' }).click()
  await expect(restrictions.getByText('“10.0.0.1/8” is not an address')).toBeVisible()
  await addresses.fill('127.0.0.1')
  await restrictions.getByRole('button', { name: 'Save' }).click()
  await expect(addresses).toHaveValue('127.0.0.1/32')

  await page.getByRole('switch', { name: 'Enforce SSL on incoming connections' }).click()
  const question = page.getByRole('alertdialog', { name: 'Enforce SSL' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Enforce SSL' }).click()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Enforce SSL on incoming connections' })).toBeChecked()
  await expect(pooler.getByRole('radio', { name: 'Session' })).toBeChecked()
})
