import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newOrganization, newProject, test } from './fixtures.ts'

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
  await expect(page.getByRole('heading', { level: 1, name: 'Organization settings' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Share feedback' }).click()
  const feedback = page.getByRole('dialog', { name: 'What would you like to share?' })
  await feedback.getByRole('button', { name: 'Idea' }).click()
  await expect(feedback.getByRole('textbox', { name: 'Your idea' })).toBeFocused()
  await expectAccessible(page)
})

test('actions of the header are in the menu of a phone', async ({ page, account, organization, project }) => {
  const elsewhere = await newOrganization(account, 'Elsewhere')
  const other = await newProject(account, organization, 'Warehouse')
  await page.goto(`/project/${project.ref}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('dialog', { name: 'Project', exact: true })
  const open = async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu).toBeVisible()
  }

  await open()
  await menu.getByRole('button', { name: 'Connect' }).click()
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Connect to your project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open()
  await menu.getByRole('button', { name: 'Assistant' }).click()
  await expect(page.getByRole('complementary', { name: 'Assistant' })).toBeVisible()
  await page.getByRole('button', { name: 'Close assistant' }).click()

  await open()
  await menu.getByRole('combobox', { name: 'Switch project' }).click()
  await page.getByRole('option', { name: 'Warehouse' }).click()
  await expect(page).toHaveURL(`/project/${other.ref}`)
  await expect(menu).toHaveCount(0)

  await open()
  await menu.getByRole('combobox', { name: 'Switch organization' }).click()
  await page.getByRole('option', { name: 'Elsewhere' }).click()
  await expect(page).toHaveURL(`/org/${elsewhere.slug}`)

  await page.goto(`/project/${project.ref}`)
  await open()
  await menu.getByRole('combobox', { name: 'Switch branch' }).click()
  await page.getByRole('link', { name: 'Manage branches' }).click()
  await expect(page).toHaveURL(`/project/${project.ref}/branches`)
  await expect(page.getByRole('listitem', { name: 'Branch main' })).toBeVisible()

  await open()
  await menu.getByRole('link', { name: 'Docs', exact: true }).click()
  await expect(page).toHaveURL(/\/docs/)
})
