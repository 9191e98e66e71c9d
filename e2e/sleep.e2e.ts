import { expect } from '@playwright/test'
import { openConnected, test } from './fixtures.ts'
import { SqlEditor } from './sql-editor.ts'

test('a project gets an idle time, sleeps on request, and wakes with a query', async ({ page, project }) => {
  await openConnected(page, `/project/${project.ref}/database/settings#sleep`)
  await expect(page.getByRole('heading', { level: 1, name: 'Database settings' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Fall asleep' })
  await expect(field).toHaveText('Never (default)')
  await field.click()
  await page.getByRole('option', { name: 'After 15 minutes without use' }).click()
  await expect(page.getByText('The project falls asleep after 15 minutes without use')).toBeVisible()
  await expect(field).toHaveText('After 15 minutes without use')

  const sleep = page.getByRole('button', { name: 'Sleep now' })
  await sleep.click()
  await expect(sleep).toHaveAttribute('aria-disabled', 'true')
  await openConnected(page, `/project/${project.ref}`)
  await expect(page.getByText('Sleeping', { exact: true })).toBeVisible()
  await expect(page.getByText('This project fell asleep')).toBeVisible()

  const other = await page.context().newPage()
  const editor = new SqlEditor(other)
  await other.goto(`/project/${project.ref}/sql/new`)
  await editor.run('select 40 + 2 as answer')
  await expect(editor.cell('42')).toBeVisible()
  await expect(page.getByText('Healthy', { exact: true })).toBeVisible()
})
