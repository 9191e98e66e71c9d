import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('help links to a support bundle whose download equals its preview', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'Need help with your project?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(`/support/new?projectRef=${project.ref}`)
  await expect(page.getByRole('navigation', { name: 'Project' })).toHaveCount(0)

  await page.getByLabel('Description').fill('It fails for ada@example.com with password=hunter2')
  await page.getByRole('checkbox', { name: 'This browser' }).click()
  const preview = await page.getByRole('region', { name: 'File content' }).textContent()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^basalt-support-[\d-]+\.json$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toBe(preview)
  expect(JSON.parse(file)).toMatchObject({
    message: 'It fails for [email] with password=[redacted]',
    project: { ref: project.ref, status: 'ACTIVE_HEALTHY' },
  })
  expect(JSON.parse(file)).not.toHaveProperty('browser')
})

test('guides can be read, and a preview takes effect at once', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql`)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('link', { name: 'Docs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operate an installation' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Upgrade' }).click()
  await expect(page.getByText('git pull && npm start')).toBeVisible()
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(`/project/${project.ref}/sql`)

  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  const previews = page.getByRole('dialog', { name: 'Dashboard feature previews' })
  await previews.getByRole('button', { name: 'Enable feature' }).click()
  await expect(previews.getByRole('button', { name: 'Disable feature' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(previews).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(`/org/${project.organization_slug}`)
})
