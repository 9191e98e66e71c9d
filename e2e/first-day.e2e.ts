import { newDataDir, type RealServer, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { test as base, expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { setUpLink } from './server-process.ts'
import { SqlEditor } from './sql-editor.ts'

interface Fixtures {
  /** An initially empty data directory. */
  dataDir: string
  /** Starts a server on it, which is stopped after the test. */
  serve: (port?: number) => Promise<RealServer>
}

const firstDay = test.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  dataDir: async ({}, use) => {
    const dataDir = newDataDir()
    await use(dataDir)
    removeDataDir(dataDir)
  },
  serve: async ({ dataDir }, use) => {
    const servers: RealServer[] = []
    await use(async (port) => {
      const server = await startServer(dataDir, {}, port)
      servers.push(server)
      return server
    })
    for (const server of servers) await server.stop()
  },
})

firstDay(
  'from the link in the terminal to SQL on a project, and everything is there after a restart',
  async ({ page, serve }) => {
    base.slow()
    const server = await serve()
    await page.goto(await setUpLink(server))
    await expect(page).toHaveURL(/\/setup$/)
    await page.getByLabel('Email').fill('owner@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create owner account' }).click()

    await page.getByLabel('Name').fill('Acme Research')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page).toHaveURL(/\/new\/acme-research-/)

    await page.getByLabel('Project name').fill('Shop')
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByText('This password is strong.')).toBeVisible()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(/\/project\/[a-z]{20}$/)
    await expect(page.getByText('Healthy', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('18.4', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Open the SQL editor' }).click()
    await page.getByRole('link', { name: 'New SQL snippet' }).click()
    const editor = new SqlEditor(page)
    await editor.run(
      "create table customers (id int primary key, name text); insert into customers values (1, 'Ada');",
    )
    await expect(page.getByRole('tab', { name: /2\. insert into customers/ })).toBeVisible()
    await editor.run('select id, name from customers')
    await expect(editor.cell('Ada')).toBeVisible()

    await server.stop()
    const again = await serve(server.port)
    expect(again.output()).not.toContain('setup#')
    await page.reload()
    await editor.run('select name from customers')
    await expect(editor.cell('Ada')).toBeVisible()
  },
)
