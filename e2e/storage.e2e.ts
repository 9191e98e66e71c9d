import { createBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { expect, type Page } from '@playwright/test'
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
  isHeld = false
  await page.reload()
  await expect(page.getByText('Successfully uploaded 1 file!')).toBeVisible()
  await expect(row(page, 'long.txt')).toBeVisible()
  await expect.poll(() => keptUploads(page)).toBe(0)
})

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
