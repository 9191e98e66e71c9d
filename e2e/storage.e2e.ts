import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Hands files to the explorer as its own dialog would. */
const choose = (page: Page, ...files: ReturnType<typeof textFile>[]) =>
  page.getByLabel('Files to upload').setInputFiles(files)
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a bucket is made, filled, put in order and deleted', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/storage/files`)
  await expect(page.getByText('Create a file bucket')).toBeVisible()
  await page.getByRole('button', { name: 'New bucket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a file bucket' })
  await dialog.getByRole('button', { name: 'Create bucket' }).click()
  await expect(dialog.getByText('Please provide a name for your bucket')).toBeVisible()
  await dialog.getByLabel('Bucket name').fill('photos')
  await dialog.getByRole('button', { name: 'Create bucket' }).click()
  await expect(page.getByRole('heading', { name: 'photos' })).toBeVisible()
  await expect(page.getByText('Drop your files here')).toBeVisible()

  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByLabel('Name of the new folder').fill('2026')
  await page.keyboard.press('Enter')
  await expect(row(page, '2026 (folder)')).toBeVisible()
  await choose(page, textFile('one.txt', 'first words'), textFile('two.txt', 'second words'))
  await expect(page.getByText('Successfully uploaded 2 files!')).toBeVisible()
  await expect(row(page, 'two.txt')).toBeVisible()

  await row(page, 'one.txt').click()
  await expect(
    page.getByRole('complementary', { name: 'Preview of one.txt' }).getByText('first words'),
  ).toBeVisible()
  await act(page, 'one.txt', 'Rename')
  await page.getByLabel('New name of one.txt').fill('renamed.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Preview of renamed.txt' })).toBeVisible()

  await act(page, 'two.txt', 'Move')
  await page.getByLabel('Path to new directory in photos').fill('2026')
  await page.getByRole('button', { name: 'Move files' }).click()
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

test('an upload goes on after the page was loaded again', async ({ page, project, account }) => {
  await call(account.caller, createBucket, { params: { ref: project.ref }, body: { id: 'kept' } })
  await page.goto(`/project/${project.ref}/storage/files/buckets/kept`)
  await expect(page.getByText('Drop your files here')).toBeVisible()
  let isHeld = true
  // Requests that are held until the page has been loaded again: the connection hangs.
  await page.route('**/upload/resumable**', (route) => (isHeld ? undefined : route.continue()))
  await choose(page, textFile('long.txt', 'a long text'))
  await expect(page.getByRole('button', { name: 'Pause long.txt' })).toBeVisible()
  await expect.poll(() => keptUploads(page)).toBe(1)
  await expect(row(page, 'long.txt (uploading)')).toBeVisible()
  isHeld = false
  await page.reload()
  await expect(page.getByText('Successfully uploaded 1 file!')).toBeVisible()
  await expect(row(page, 'long.txt')).toBeVisible()
  await expect.poll(() => keptUploads(page)).toBe(0)
})

test('folders are dropped, looked into, moved by the mouse and saved as an archive', async ({
  page,
  project,
  account,
}, testInfo) => {
  await call(account.caller, createBucket, { params: { ref: project.ref }, body: { id: 'dropped' } })
  const trip = testInfo.outputPath('trip')
  await mkdir(`${trip}/day`, { recursive: true })
  await writeFile(`${trip}/ticket.pdf`, smallPdf)
  await writeFile(`${trip}/day/beep.wav`, shortWav())
  await page.goto(`/project/${project.ref}/storage/files/buckets/dropped`)
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

test('a policy is added and changed, an access key is made and revoked', async ({
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
    .getByRole('button', { name: /^Actions of .*members read/ })
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

/** Drops a file or a folder from the disk, as a file manager would. */
async function dropOn(page: Page, target: Locator, file: string) {
  const { x, y, width, height } = (await target.boundingBox())!
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      ...{ type, x: x + width / 2, y: y + height / 2 },
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  await session.detach()
}

const smallPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** Half a second of silence: 4000 samples of one byte, 8000 a second. */
function shortWav() {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + 4000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(4000, 40)
  return Buffer.concat([header, Buffer.alloc(4000, 128)])
}

/** How many uploads the browser keeps. */
const keptUploads = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('basalt-uploads', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('uploads', { keyPath: 'id' })
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const count = request.result.transaction('uploads').objectStore('uploads').count()
          count.onsuccess = () => {
            request.result.close()
            resolve(count.result)
          }
        }
      }),
  )
