import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { textFile } from './sample-files.ts'
import { openBucket, row, store } from './storage-explorer.ts'

test('a tooltip in a dense list does not block clicks on what it covers', async ({
  page,
  project,
  account,
}) => {
  await openBucket(page, account, project.ref, { id: 'dense' })
  await expect(page.getByText('Drop your files here')).toBeVisible()
  await store(page, textFile('a.txt', 'one'), textFile('b.txt', 'two'), textFile('c.txt', 'three'))
  await row(page, 'c.txt').hover()
  await page.getByRole('button', { name: 'Actions for c.txt', exact: true }).hover()
  const hint = page.getByText('Actions for c.txt', { exact: true })
  await expect(hint).toBeVisible()
  const covering = (await hint.boundingBox())!
  const covered = (await row(page, 'b.txt').boundingBox())!
  // A point covered by the tooltip, in the row above.
  const x =
    (Math.max(covering.x, covered.x) + Math.min(covering.x + covering.width, covered.x + covered.width)) / 2
  const y =
    (Math.max(covering.y, covered.y) + Math.min(covering.y + covering.height, covered.y + covered.height)) / 2
  expect(x).toBeGreaterThan(Math.max(covering.x, covered.x))
  expect(y).toBeGreaterThan(Math.max(covering.y, covered.y))
  await page.mouse.click(x, y)
  await expect(page.getByRole('complementary', { name: 'Preview of b.txt' })).toBeVisible()
})
