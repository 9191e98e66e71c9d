import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newOrganization, test } from './fixtures.ts'

test('creating the first organization leads to its first project', async ({ page, account: _ }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/new')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText('The name needs at least 1 character')).toBeVisible()
  await page.getByLabel('Name').fill('Acme Analytics')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/\/new\/acme-analytics/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/org\/acme-analytics/)
})

test('with several organizations switching keeps the page', async ({ page, account }) => {
  const first = await newOrganization(account, 'Northern lights')
  const second = await newOrganization(account, 'Southern cross')
  await page.goto('/organizations')
  await expect(page.getByRole('list', { name: 'Organizations' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: /Northern lights/ }).click()
  await page.getByRole('link', { name: 'Organization settings' }).click()
  await expect(page).toHaveURL(`/org/${first.slug}/general`)

  await page.getByRole('combobox', { name: 'Switch organization' }).click()
  await page.getByPlaceholder('Find organization...').fill('cross')
  await expect(page.getByRole('option')).toHaveText(['Southern cross'])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/org/${second.slug}/general`)
  await expect(page).toHaveTitle('Organization settings · Southern cross · Basalt')
})

test('a new name appears everywhere at once', async ({ page, organization }) => {
  await page.goto(`/org/${organization.slug}/general`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Renamed')
  await page.getByRole('form', { name: 'Rename organization' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Renamed')).toBeVisible()
  await expect(page).toHaveTitle('Organization settings · Renamed · Basalt')

  const ai = page.getByRole('form', { name: 'Data shared with AI' })
  await expect(ai.getByRole('radio', { name: 'Schema', exact: true })).toBeChecked()
  await ai.getByRole('radio', { name: 'Disabled' }).click()
  await ai.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('AI settings saved')).toBeVisible()
  await page.reload()
  await expect(ai.getByRole('radio', { name: 'Disabled' })).toBeChecked()
})

test('an empty organization is deleted after typing its name', async ({ page, organization }) => {
  await page.goto(`/org/${organization.slug}/general`)
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page)
  await question.getByRole('textbox').fill(organization.name)
  await question.getByRole('button', { name: 'Delete organization' }).click()
  await expect(page).toHaveURL('/new')
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expectAccessible(page)
})

test('an organization with a project has a reason why it cannot be deleted', async ({ page, project }) => {
  await page.goto(`/org/${project.organization_slug}/general`)
  const button = page.getByRole('button', { name: 'Delete organization' })
  await expect(button).toHaveAccessibleDescription('Delete its project first')
  await expect(button).toBeDisabled()
})
