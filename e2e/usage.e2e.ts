import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('usage is displayed by day and project, and the plan is changed', async ({
  page,
  account: { caller },
  organization: { slug },
  project: { ref, name },
}) => {
  await call(caller, runQuery, { params: { ref }, query: {}, body: { query: 'select 1' } })
  // The size is measured once the database is up, which the page does not show.
  await expect
    .poll(async () => {
      const { usages } = await call(caller, getUsage, { params: { slug }, query: {} })
      return usages.filter(({ usage }) => usage > 0).length
    })
    .toBeGreaterThan(4)

  await page.goto(`/org/${slug}`)
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page).toHaveURL(`/org/${slug}/usage`)
  const requests = page.getByRole('row', { name: /^Requests/ }).first()
  await expect(requests).toContainText('10,000,000')
  await expect(page.getByRole('img', { name: /^Database size by day/ })).toBeVisible()
  await page.getByText('Show as table').first().click()
  await page.getByText('Show by project').first().click()
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
  await expectAccessible(page)

  // The steps are found in the database, also when SQL took them.
  const steps = page.getByRole('table', { name: 'First steps' }).getByRole('row', { name })
  await expect(steps.getByRole('link', { name: 'Create a table' })).toBeVisible()
  await call(caller, runQuery, {
    params: { ref },
    query: {},
    body: { query: 'create table orders (id int)' },
  })
  await page.reload()
  await steps.getByRole('link', { name: 'public.orders' }).click()
  await expect(page.getByRole('heading', { name: 'public.orders' })).toBeVisible()
  await page.goBack()
  await steps.getByRole('link', { name: 'Add rows' }).click()
  await expect(page.getByRole('button', { name: 'Insert row', exact: true })).toBeVisible()
  await page.goBack()

  await page.getByRole('combobox', { name: 'Project: All projects' }).click()
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(`/org/${slug}/usage?projectRef=${ref}`)
  await expect(page.getByText('Show by project')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Previous billing period' }).click()
  await expect(page.getByText('No data from')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the current period' }).click()
  await expect(requests).toBeVisible()

  await page.getByRole('link', { name: 'Billing' }).click()
  await page.getByRole('button', { name: 'Downgrade to Free' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Downgrade to Free' })
  await expect(dialog.getByRole('region', { name: 'Lower limits' })).toContainText('Egress')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Downgrade to Free' }).click()
  await expect(page.getByText('Current plan: Free')).toBeVisible()
  // The plan badge beside the organization's name is updated.
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Free')
})
