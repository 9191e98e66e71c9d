import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { setUpLink } from './server-process.ts'

test('the link in the terminal creates the first owner once, and a second use explains what to do', async ({
  page,
}) => {
  test.slow()
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  try {
    const link = await setUpLink(server)

    await page.goto(`${server.origin}/setup#token=wrong`)
    await page.getByLabel('Email').fill('owner@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create owner account' }).click()
    await expect(page.getByRole('alert')).toContainText('no longer valid')
    await expect(page.getByLabel('Email')).toHaveValue('owner@example.com')

    await page.goto(`${server.origin}/organizations`)
    await expect(page.getByText('This installation has no owner yet.')).toBeVisible()
    await expectAccessible(page)

    await page.goto(link)
    await expect(page).toHaveURL(`${server.origin}/setup`)
    await expectAccessible(page)
    await page.getByLabel('Email').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create owner account' }).click()
    await expect(page.getByText('Enter an email address')).toBeVisible()
    await expect(page.getByText('The password needs at least 8 characters')).toBeVisible()
    await page.getByLabel('Email').fill('owner@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Create owner account' }).click()
    await expect(page.getByRole('heading', { name: 'Create your organization' })).toBeVisible()
    await expectAccessible(page)

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set-up is done' })).toBeVisible()
    await expectAccessible(page)
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
})
