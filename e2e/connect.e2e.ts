import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { builtOf } from './hold-scripts.ts'

const PASSWORD = 'Tq7-another/password@9x'

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Connect to your project' })
const stringIn = (dialog: Locator) => dialog.getByRole('region', { name: 'Connection string', exact: true })

async function whoIs(uri: string) {
  const client = new pg.Client(uri.replace('[YOUR_PASSWORD]', encodeURIComponent(PASSWORD)))
  await client.connect()
  try {
    return (await client.query('select current_user as role')).rows
  } finally {
    await client.end()
  }
}

test('the URL holds the state of the dialog, and a new password works with the string of every method', async ({
  page,
  project,
}) => {
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = dialogOn(page)
  const code = stringIn(dialog)
  await expect(code).toHaveText(/^postgresql:\/\/postgres:\[YOUR_PASSWORD\]@127\.0\.0\.1:\d+\/postgres$/)
  await expect(dialog.getByText(/^Logged in as postgres in \d+ ms/)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'SQLAlchemy' }).click()
  await expect(code).toContainText('dbname=postgres')
  await expect(page).toHaveURL(/[?&]type=sqlalchemy/)
  await page.reload()
  await expect(code).toContainText('dbname=postgres')

  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const question = page.getByRole('dialog', { name: 'Reset database password' })
  await question.getByRole('textbox', { name: 'Database password' }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Reset password' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText(/^Logged in as postgres in \d+ ms/)).toBeVisible()

  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'URI' }).click()
  await expect(code).toHaveText(/^postgresql:\/\/postgres:/)
  expect(await whoIs(await code.innerText())).toEqual([{ role: 'postgres' }])
  for (const method of ['Transaction pooler', 'Session pooler']) {
    await dialog.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: method }).click()
    await expect(dialog.getByRole('heading', { name: method })).toBeVisible()
    await expect(dialog.getByText(/^Logged in as postgres in \d+ ms, encrypted$/)).toBeVisible()
    expect(await whoIs(await code.innerText())).toEqual([{ role: 'postgres' }])
  }
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/showConnect|type=|method=/)
})

test('the parameters of a link open the dialog, and unknown ones fall back', async ({ page, project }) => {
  const dialog = dialogOn(page)
  const code = stringIn(dialog)
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true })
  const open = async (parameters: string) => {
    await page.goto(`/project/${project.ref}?showConnect=true&${parameters}`)
    await expect(dialog).toBeVisible()
  }

  await open('type=cobol&method=pigeon&source=gone&tab=nowhere')
  await expect(code).toHaveText(/^postgresql:\/\/postgres:/)
  await expect(tab('Connection String')).toHaveAttribute('aria-selected', 'true')

  await open('type=jdbc&method=session')
  await expect(code).toHaveText(/^jdbc:postgresql:.*user=postgres\./)

  await open('framework=nextjs&using=pages')
  await expect(tab('App Frameworks')).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('region', { name: '.env.local' })).toContainText(`/p/${project.ref}`)
  await expect(tab('pages/_app.tsx')).toBeVisible()
  await expectAccessible(page)

  await tab('Mobile Frameworks').click()
  await expect(tab('App.tsx')).toBeVisible()
  await expect(page).toHaveURL(/[?&]tab=mobiles/)
  await expect(page).not.toHaveURL(/framework=|using=/)

  await open('connectTab=orms&framework=drizzle')
  await expect(tab('drizzle/schema.ts')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/connectTab|framework/)
})

test('a dialog whose code fails to load reports it, and opens after a retry', async ({ page, project }) => {
  const code = `**/${builtOf('src/areas/connect/connect/ConnectDialog.tsx').file}`
  await page.route(code, (route) => route.abort())
  const whenFailing = page.waitForResponse(`**/${builtOf('src/ui/dialog/FailedDialog.tsx').file}`)
  await page.goto(`/project/${project.ref}`)
  await whenFailing
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to your project' })
  await expect(dialog.getByText('Failed to load this dialog')).toBeVisible()
  await expect(page.getByText('Next steps')).toBeVisible()
  await page.unroute(code)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const content = dialog.getByText('Direct connection').first()
  const reload = dialog.getByRole('button', { name: 'Reload page' })
  await expect(content.or(reload)).toBeVisible()
  // Some browsers do not request a failed module again.
  if (await reload.isVisible()) await reload.click()
  await expect(content).toBeVisible()
})
