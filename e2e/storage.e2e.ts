import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'
import { shortWav, smallPdf, textFile } from './sample-files.ts'
import { act, choose, dropOn, openBucket, row, store, storedUploads } from './storage-explorer.ts'

test('a bucket is created, filled, organized and deleted', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/storage/files`)
  await expect(page.getByText('Create a file bucket')).toBeVisible()
  await page.getByRole('button', { name: 'New bucket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a file bucket' })
  await dialog.getByRole('button', { name: 'Create bucket' }).click()
  await expect(dialog.getByText('Please provide a name for your bucket')).toBeVisible()
  await dialog.getByLabel('Bucket name').fill('photos')
  await dialog.getByRole('button', { name: 'Create bucket' }).click()
  await expect(page.getByRole('heading', { name: 'photos', level: 1 })).toBeVisible()
  await expect(page.getByText('Drop your files here')).toBeVisible()

  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByLabel('New folder name').fill('2026')
  await page.keyboard.press('Enter')
  await expect(row(page, '2026 (folder)')).toBeVisible()
  await store(page, textFile('one.txt', 'first words'), textFile('two.txt', 'second words'))

  await row(page, 'one.txt').click()
  await expect(
    page.getByRole('complementary', { name: 'Preview of one.txt' }).getByText('first words'),
  ).toBeVisible()
  await act(page, 'one.txt', 'Rename')
  await page.getByLabel('New name for one.txt').fill('renamed.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Preview of renamed.txt' })).toBeVisible()

  await act(page, 'two.txt', 'Move')
  await page.getByLabel('Path to new directory in photos').fill('2026')
  await page.getByRole('button', { name: 'Move to 2026' }).click()
  await expect(page.getByText('Successfully moved 1 file to 2026')).toBeVisible()
  await expect(row(page, 'two.txt')).toHaveCount(0)
  await row(page, '2026 (folder)').click()
  await expect(row(page, 'two.txt')).toBeVisible()
  await expect(page).toHaveURL(/path=.*2026/)

  await act(page, '2026', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Successfully deleted 2026')).toBeVisible()
  await expect(row(page, '2026 (folder)')).toHaveCount(0)
  await expect(row(page, 'renamed.txt')).toBeVisible()

  await page.getByRole('button', { name: 'Edit bucket' }).click()
  await page.getByRole('menuitem', { name: 'Delete bucket' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete bucket photos' })
  await question.getByRole('textbox').fill('photos')
  await question.getByRole('button', { name: 'Delete bucket' }).click()
  await expect(page).toHaveURL(/\/storage\/files$/)
  await expect(page.getByText('Create a file bucket')).toBeVisible()
})

test('an upload resumes after a reload', async ({ page, project, account }) => {
  await openBucket(page, account, project.ref, { id: 'kept' })
  await expect(page.getByText('Drop your files here')).toBeVisible()
  let isHeld = true
  // Requests held until the reload simulate a hanging connection.
  await page.route('**/upload/resumable**', (route) => (isHeld ? undefined : route.continue()))
  await choose(page, textFile('long.txt', 'a long text'))
  await expect(page.getByRole('button', { name: 'Pause long.txt' })).toBeVisible()
  await expect.poll(() => storedUploads(page)).toBe(1)
  await expect(row(page, 'long.txt (uploading)')).toBeVisible()
  isHeld = false
  await page.reload()
  await expect(page.getByText('Successfully uploaded 1 file!')).toBeVisible()
  await expect(row(page, 'long.txt')).toBeVisible()
  await expect.poll(() => storedUploads(page)).toBe(0)
})

test('folders are dropped, browsed, moved by drag and downloaded as an archive', async ({
  page,
  project,
  account,
}, testInfo) => {
  const trip = testInfo.outputPath('trip')
  await mkdir(`${trip}/day`, { recursive: true })
  await writeFile(`${trip}/ticket.pdf`, smallPdf)
  await writeFile(`${trip}/day/beep.wav`, shortWav())
  await openBucket(page, account, project.ref, { id: 'dropped' })
  await expect(page.getByText('Drop your files here')).toBeVisible()
  await dropOn(page, page.getByRole('region', { name: 'dropped' }), trip)
  await expect(page.getByText('Successfully uploaded 2 files!')).toBeVisible()

  await row(page, 'trip (folder)').click()
  await row(page, 'day (folder)').click()
  await row(page, 'beep.wav').click()
  const preview = page.getByRole('complementary', { name: 'Preview of beep.wav' })
  // The browser has read it: its length is in the file's header.
  await expect
    .poll(() =>
      preview.getByLabel('beep.wav', { exact: true }).evaluate((audio: HTMLAudioElement) => audio.duration),
    )
    .toBe(0.5)
  const pdf = page.waitForResponse((response) => response.url().includes('ticket.pdf') && response.ok())
  await row(page, 'ticket.pdf').click()
  await expect(page.getByTitle('ticket.pdf', { exact: true }).and(page.locator('iframe'))).toBeVisible()
  expect((await pdf).headers()['content-type']).toBe('application/pdf')
  // The browser's viewer has loaded it: its scroll width is the PDF page's width plus margin.
  await expect.poll(() => pageWidthIn(page), 'the viewer shows no page').toBeGreaterThan(200)

  await row(page, 'ticket.pdf').dragTo(row(page, 'day (folder)'))
  await expect(page.getByText('Successfully moved 1 file to trip/day')).toBeVisible()
  await expect(row(page, 'ticket.pdf')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await act(page, 'trip', 'Download')
  const archive = await download
  expect(archive.suggestedFilename()).toBe('trip.zip')
  expect(Object.keys(await readZip(await readFile(await archive.path())))).toEqual([
    'trip/day/beep.wav',
    'trip/day/ticket.pdf',
  ])
})

test('a policy is added and changed, an access key is created and revoked', async ({
  page,
  project,
  account,
}) => {
  await call(account.caller, createBucket, { params: { ref: project.ref }, body: { id: 'guarded' } })
  await page.goto(`/project/${project.ref}/storage/files/policies?search=guarded`)
  await page.getByRole('button', { name: 'New policy' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a policy to guarded' })
  await dialog.getByRole('button', { name: /Give users access to a folder only/ }).click()
  await dialog.getByLabel('Policy name').fill('members read')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('cell', { name: /^members read/ })).toHaveCount(4)
  await page
    .getByRole('button', { name: /^Actions for .*members read/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit policy' })
  await editor.getByLabel('Policy name').fill('renamed')
  await editor.getByRole('button', { name: 'Review' }).click()
  await expect(editor.getByText('rename to "renamed"')).toBeVisible()
  await editor.getByRole('button', { name: 'Save policy' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('cell', { name: 'renamed', exact: true })).toBeVisible()

  await page.goto(`/project/${project.ref}/storage/settings`)
  await page.getByRole('button', { name: 'New access key' }).click()
  const making = page.getByRole('dialog', { name: 'New S3 access key' })
  await making.getByLabel('Description').fill('nightly backup')
  await making.getByRole('button', { name: 'Create access key' }).click()
  await expect(making.getByText('Copy the secret now')).toBeVisible()
  await making.getByRole('button', { name: 'Done' }).click()
  await expect(making).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke nightly backup' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke nightly backup' })
  await question.getByRole('button', { name: 'Revoke access key' }).click()
  await expect(page.getByText('No access keys yet')).toBeVisible()
})

/** The width of PDF pages in the browser's viewer, in pixels; 0 while it has none. */
async function pageWidthIn(page: Page): Promise<number> {
  const widths = page
    .frames()
    .map((frame) => frame.evaluate(() => document.getElementById('sizer')?.clientWidth ?? 0).catch(() => 0))
  return Math.max(...(await Promise.all(widths)))
}
