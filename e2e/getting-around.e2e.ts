import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { DEPLOYMENT_STALE_MS, REFRESH_AFTER_MS } from '@basalt/contract/releases/releases.rules.ts'
import { DEPLOYMENT_FILE } from '@basalt/contract/releases/releases.schema.ts'
import { startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect } from '@playwright/test'
import { send, sessionOf } from '../scripts/api-client.ts'
import { inRepository } from '../scripts/repository.ts'
import { newProject, test } from './fixtures.ts'
import { withOwner } from './server-process.ts'
import { SqlEditor } from './sql-editor.ts'

test('switching the project keeps the page but not the query', async ({
  page,
  account,
  organization,
  project,
}) => {
  const other = await newProject(account, organization, 'Warehouse')
  await page.goto(`/project/${project.ref}/sql/new`)
  await new SqlEditor(page).write('select 1 as only_here')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}$/)
  const id = page.url().slice(-36)
  await page.getByRole('combobox', { name: 'Switch project' }).click()
  await page.getByRole('option', { name: 'Warehouse' }).click()
  await expect(page).toHaveURL(`/project/${other.ref}/sql`)
  await expect(page.getByText('only_here')).toHaveCount(0)

  // The other project does not have the query.
  await page.goto(`/project/${other.ref}/sql/${id}`)
  await expect(page.getByText('This query does not exist')).toBeVisible()
})

test('a name of ten thousand characters is refused with the maximum length', async ({
  page,
  organization: { slug },
}) => {
  const places = [
    [`/org/${slug}/general`, 'Organization name', 'Save'],
    ['/new', 'Name', 'Create organization'],
    ['/account/me', 'Name', 'Save'],
  ] as const
  for (const [path, label, button] of places) {
    await page.goto(path)
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.fill('x'.repeat(10_000))
    await page.locator('form', { has: field }).getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(/at most \d+ characters/), path).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test('a page opened a day before the current build offers a refresh', async ({ page, account: _ }) => {
  const file = inRepository('apps', 'dashboard', 'dist', DEPLOYMENT_FILE)
  // Development builds have no commit.
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  // Atomically, for concurrent readers.
  const replace = (text: string) => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  const deploy = (commitTime: Date) =>
    replace(JSON.stringify({ commitSha: 'a1b2c3', commitTime: commitTime.toISOString() }))
  try {
    const first = new Date('2026-03-01T12:00:00Z')
    deploy(first)
    await page.clock.install()
    const known = () => page.waitForResponse('**/api/deployment-commit')
    await Promise.all([known(), page.goto('/organizations')])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    deploy(new Date(first.getTime() + REFRESH_AFTER_MS - 1))
    await Promise.all([known(), page.clock.fastForward(DEPLOYMENT_STALE_MS)])
    const offer = page.getByText('A new version of this page is available')
    await expect(offer).toHaveCount(0)

    deploy(new Date(first.getTime() + REFRESH_AFTER_MS))
    await Promise.all([known(), page.clock.fastForward(DEPLOYMENT_STALE_MS)])
    await expect(offer).toBeVisible()
    await Promise.all([known(), page.getByRole('button', { name: 'Refresh' }).click()])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(offer).toHaveCount(0)
  } finally {
    if (before === undefined) rmSync(file)
    else replace(before)
  }
})

test('ten thousand notifications are scrolled with few rendered, and archived at once', async ({
  page,
  context,
}) => {
  test.slow()
  const metadata = await startOwnPostgres()
  const dataDir = newDataDir()
  const server = await startServer(dataDir, { ...withOwner, BASALT_METADATA_URL: metadata.url })
  try {
    const owner = { email: withOwner.BASALT_OWNER_EMAIL, password: withOwner.BASALT_OWNER_PASSWORD }
    const session = sessionOf(await send(server, signIn, { body: owner }))
    await metadata.query(`
      insert into notifications (user_id, name, priority, title, message, actions, inserted_at)
      select users.id, 'custom', 'Info', 'Backup ' || n, 'It took a moment.', '[]', now() - make_interval(secs => n)
      from users, generate_series(1, 10000) n`)
    await context.addCookies([{ name: SESSION_COOKIE, value: session, url: server.origin }])
    await page.goto(`${server.origin}/account/me`)
    await page.getByRole('button', { name: 'Notifications, 10000 unread' }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    const row = (number: number) => panel.getByText(`Backup ${number}`, { exact: true })
    await row(1).hover()
    // Rows are fetched on approach, ten at a time, and removed when far away.
    await expect(async () => {
      await page.mouse.wheel(0, 2_000)
      const titles = await panel.getByText(/^Backup \d+$/).allTextContents()
      expect(Math.max(...titles.map((title) => Number(title.slice('Backup '.length))))).toBeGreaterThan(200)
    }).toPass({ intervals: [10], timeout: 60_000 })
    await expect(row(1)).toHaveCount(0)
    expect(await panel.getByRole('listitem').count()).toBeLessThan(150)

    await panel.getByRole('button', { name: 'Archive all' }).click()
    await expect(panel.getByText('All caught up')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName('Notifications')
  } finally {
    await server.stop()
    await metadata.close()
    removeDataDir(dataDir)
  }
})
