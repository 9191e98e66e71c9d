import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('members read reports, and put their own together', async ({ page, project, sql }) => {
  await sql('create table visits (id int primary key); insert into visits values (1)')
  await page.goto(`/project/${project.ref}`)
  await expect(page.getByRole('region', { name: 'The last 6 hours' })).toContainText('Requests')
  await page.getByRole('link', { name: /^Requests/ }).click()
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Requests: Succeeded/ })).toBeVisible()
  await page.getByRole('switch', { name: 'Compare with before' }).click()
  await expect(page).toHaveURL(/compare=true/)
  await expect(page.getByText('Succeeded, before').first()).toBeVisible()
  await expectAccessible(page)

  const chart = page.getByRole('img', { name: /^Requests: Succeeded/ })
  await chart.scrollIntoViewIfNeeded()
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('link', { name: 'Show the logs' }).click()
  await expect(page).toHaveURL(/logs\/edge-logs\?.*from=/)

  await page.goto(`/project/${project.ref}/reports`)
  await page.getByRole('button', { name: 'New report' }).first().click()
  const naming = page.getByRole('dialog', { name: 'New report' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Weekly')
  await naming.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('button', { name: 'Edit report' }).click()
  await page.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('button', { name: 'Chart' }).click()
  await page.getByRole('menuitem', { name: 'API' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Requests' }).click()
  const block = page.getByRole('region', { name: 'Requests', exact: true })
  const before = (await block.boundingBox())!
  await page.getByRole('button', { name: /^Move Requests/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await block.boundingBox())!.x).toBeGreaterThan(before.x)
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await block.boundingBox())!.height).toBeGreaterThan(before.height)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly' })).toBeVisible()
  await expect(block).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
})

test('of two tabs that save a report, the second is asked which version stays', async ({
  page,
  project,
  context,
}) => {
  await page.goto(`/project/${project.ref}/reports`)
  await page.getByRole('button', { name: 'New report' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shared')
  await page.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('button', { name: 'Edit report' }).click()
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Edit report' }).click()
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Text' }).click()
  await other.getByRole('button', { name: 'Save report' }).click()
  await expect(other.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else saved this report')
  await page.getByRole('button', { name: 'Replace it with mine' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
})
