import { deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible, expectComplete } from './accessibility.ts'
import { newProject, openConnected, test } from './fixtures.ts'

test('an unknown URL has a not-found page with a link home', async ({ page, account: _ }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page).toHaveURL('/new')
})

test('an unknown page of an existing project has a not-found page with a search', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/databse/tables`)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(page.getByText('This project does not exist')).toHaveCount(0)
  // The project's shell is still around it.
  await expect(page.getByRole('navigation', { name: 'Project' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search pages' })
  await expect(search).toBeFocused()
  await search.fill('storage')
  await expect(page.getByRole('list', { name: 'Pages' }).getByRole('button').first()).toContainText('Storage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${project.ref}/storage/`))

  await page.goto(`/project/${project.ref}/nowhere`)
  await page.getByRole('link', { name: 'Go to the project' }).click()
  await expect(page).toHaveURL(`/project/${project.ref}`)
  await page.goto('/project/abcdefghijklmnopqrst/nowhere')
  await expect(page.getByText('This project does not exist')).toBeVisible()
})

test('the project switcher keeps the open page', async ({ page, account, organization, project }) => {
  const other = await newProject(account, organization, 'Warehouse')
  await page.goto(`/project/${project.ref}`)
  const rail = page.getByRole('navigation', { name: 'Project' })
  const width = async () => (await rail.boundingBox())?.width
  await expect.poll(width).toBe(48)
  await rail.hover()
  await expect.poll(width).toBe(208)
  await rail.getByRole('link', { name: 'SQL Editor' }).click()
  await page.getByRole('main').hover({ position: { x: 400, y: 400 } })
  await expect.poll(width).toBe(48)
  await expect(page).toHaveURL(`/project/${project.ref}/sql`)
  await expect(rail.getByRole('link', { name: 'SQL Editor' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('combobox', { name: 'Switch project' }).click()
  await page.getByPlaceholder('Find project...').fill('WARE')
  await expect(page.getByRole('option')).toHaveText(['Warehouse'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/project/${other.ref}/sql`)
})

test('the keyboard alone reaches another project, a theme and the shortcuts', async ({
  page,
  account,
  organization,
  project,
}) => {
  const other = await newProject(account, organization, 'Warehouse')
  await page.goto(`/project/${project.ref}/sql`)
  await expect(page.getByText('Production')).toBeVisible()
  await expectComplete(page)
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Command menu' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('switch pro')
  await expect(page.getByRole('option').first()).toContainText('Switch project')
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Find project...')).toBeFocused()
  await page.keyboard.type('ware')
  await expect(page.getByRole('option')).toHaveText(['Warehouse'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/project/${other.ref}/sql`)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('F1')
  await page.getByPlaceholder('Type a command or search...').fill('classic')
  await expect(page.getByRole('option').first()).toContainText('Classic Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'classic-dark')

  await page.goto('/organizations')
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
  await expectComplete(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a command menu reopened at once starts at its first page', async ({ page, organization }) => {
  await page.goto(`/org/${organization.slug}`)
  await expectComplete(page)
  await page.keyboard.press('F1')
  await page.getByPlaceholder('Type a command or search...').fill('theme')
  await expect(page.getByRole('option').first()).toContainText('theme')
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Find theme...')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await expect(page.getByPlaceholder('Type a command or search...')).toBeFocused()
})

test('the mode of the rail and the theme are stored', async ({ page, organization }) => {
  await page.goto(`/org/${organization.slug}/general`)
  await page.getByRole('button', { name: 'Sidebar control' }).click()
  await page.getByRole('menuitemradio', { name: 'Expanded' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitemradio', { name: 'Classic Dark' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'classic-dark')
  await expect
    .poll(async () => (await page.getByRole('navigation', { name: 'Organization' }).boundingBox())?.width)
    .toBe(208)
})

test('a project deleted by someone else redirects to the list', async ({ page, account, project }) => {
  await openConnected(page, `/project/${project.ref}`)
  await expect(page.getByRole('heading', { name: project.name })).toBeVisible()
  await call(account.caller, deleteProject, { params: { ref: project.ref } })
  await expect(page).toHaveURL(`/org/${project.organization_slug}`)
  await expect(page.getByText('Project was deleted')).toBeVisible()
})
