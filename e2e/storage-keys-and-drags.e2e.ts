import { mkdir, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { textFile } from './sample-files.ts'
import { act, choose, openBucket, row, store } from './storage-explorer.ts'

const focused = (page: Page) => page.locator(':focus')
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Objects in folders, without their bytes. */
const tree = (bucket: string) => `select '${bucket}', path, '{"size":1000}'::jsonb, now() from (values
  ('inside/deep/1.txt'), ('inside/deep/2.txt'), ('inside/3.txt'), ('other/4.txt'), ('top.txt')) files(path)`

test('the keyboard moves through folders, with one tab stop per row', async ({ page, project, account }) => {
  await openBucket(page, account, project.ref, { id: 'keys', rows: tree('keys') })
  await row(page, 'inside (folder)').focus()
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toHaveText('deep (folder)')
  await page.keyboard.press('ArrowRight')
  await expect(focused(page)).toHaveText('1.txt')
  await expect(page).toHaveURL(/path=.*inside.*deep/)
  await page.keyboard.press('Space')
  const selected = page.getByRole('toolbar', { name: 'Selected files' })
  await expect(selected.getByRole('status')).toHaveText('1 item selected')
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toHaveText('deep (folder)')
  await page.keyboard.press('ArrowLeft')
  await expect(focused(page)).toHaveText('inside (folder)')
  await page.keyboard.press('Tab')
  // The row's checkbox and menu are reached from the row itself.
  await expect(focused(page)).toHaveText('other (folder)')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
})

test('dragged files go where the explorer says', async ({ page, project, account }, testInfo) => {
  await openBucket(page, account, project.ref, { id: 'drags', rows: tree('drags') })
  const folder = testInfo.outputPath('files')
  await mkdir(folder, { recursive: true })
  const file = `${folder}/dropped.txt`
  await writeFile(file, 'dropped')
  const target = row(page, 'other (folder)')
  const { x, y, width, height } = (await target.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at: { x: number; y: number }) =>
    session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  const beside = { x: x + width / 2, y: y + 300 }
  const onFolder = { x: x + width / 2, y: y + height / 2 }
  await drag('dragEnter', beside)
  await drag('dragOver', beside)
  await expect(page.getByText('Upload to “drags”')).toBeVisible()
  // Browsers repeat the event while the pointer rests.
  await expect(async () => {
    await drag('dragOver', onFolder)
    await expect(page.getByText('Upload to “other”')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Upload to “drags”')).toHaveCount(0)
  // Nothing covers the target.
  const isOnTop = await page.evaluate(
    ({ x, y }) => document.elementFromPoint(x, y)?.textContent?.includes('other'),
    onFolder,
  )
  expect(isOnTop).toBe(true)
  await drag('drop', onFolder)
  await expect(page.getByText('Upload to “other”')).toHaveCount(0)
  await target.click()
  await expect(column(page, 'other').getByRole('button', { name: 'dropped.txt', exact: true })).toBeVisible()
})

test('files are moved to a picked folder, and deleting folders shows a count', async ({
  page,
  project,
  account,
}) => {
  await openBucket(page, account, project.ref, { id: 'picked', rows: tree('picked') })
  await act(page, 'top.txt', 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move top.txt' })
  await dialog.getByRole('button', { name: 'inside', exact: true }).click()
  await dialog.getByRole('button', { name: 'deep', exact: true }).click()
  await expect(dialog.getByText('No subfolders')).toBeVisible()
  await expect(dialog.getByLabel('Path to new directory in picked')).toHaveValue('inside/deep')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move to deep' }).click()
  await expect(page.getByText('Successfully moved 1 file to inside/deep')).toBeVisible()

  await act(page, 'inside', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion of inside' })
  await expect(question.getByText('4 files (3.9 KB) will be deleted.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('another tab is updated, and the URL of a deleted folder reports it', async ({
  page,
  context,
  project,
  account,
}) => {
  await openBucket(page, account, project.ref, { id: 'tabs', rows: tree('tabs') })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(row(other, 'top.txt')).toBeVisible()
  await store(page, textFile('new.txt', 'new'))
  await expect(row(other, 'new.txt')).toBeVisible()
  await act(page, 'top.txt', 'Rename')
  await page.getByLabel('New name for top.txt').fill('bad#.txt')
  await page.keyboard.press('Enter')
  const field = page.getByLabel('New name for top.txt')
  await expect(field).toHaveAccessibleDescription('File name cannot contain the "#" character')
  await field.fill('renamed.txt')
  await page.keyboard.press('Enter')
  await expect(row(other, 'renamed.txt')).toBeVisible()
  await other.goto(`${page.url()}?path=gone/deeper`)
  // Once, in the column of the folder that is missing.
  await expect(other.getByText('“gone” may have been renamed, moved or deleted.')).toBeVisible()
  await expect(other.getByText('This folder does not exist').filter({ visible: true })).toHaveCount(1)
  await other.getByRole('button', { name: 'Open tabs' }).click()
  await expect(row(other, 'renamed.txt')).toBeVisible()
  await expect(other.getByText('This folder does not exist')).toHaveCount(0)
})

test('on a phone one folder fills the screen, and a new bucket starts with the name field', async ({
  page,
  project,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${project.ref}/storage/files`)
  await page.getByRole('button', { name: 'New bucket' }).click()
  await expect(page.getByLabel('Bucket name')).toBeFocused()
  await page.keyboard.press('Escape')
  await openBucket(page, account, project.ref, { id: 'phone', rows: tree('phone') })
  await row(page, 'inside (folder)').click()
  const inside = column(page, 'inside')
  await expect(inside.getByRole('button', { name: '3.txt', exact: true })).toBeVisible()
  await expect(column(page, 'phone')).toHaveCount(0)
  expect((await inside.boundingBox())!.width).toBe(390)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(row(page, 'top.txt')).toBeVisible()
})

test('a retry is offered when it can help, and finished uploads are one line', async ({
  page,
  project,
  account,
}) => {
  await openBucket(page, account, project.ref, { id: 'retries', allowed_mime_types: ['image/*'] })
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await choose(page, textFile('1.txt', 'one'), textFile('2.txt', 'two'))
  await expect(uploads.getByText('Failed to upload 2 files!')).toBeVisible()
  await expect(uploads.getByRole('listitem').first()).toContainText('1.txt')
  await expect(uploads.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit bucket' }).click()
  await page.getByRole('menuitem', { name: 'Bucket settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit bucket “retries”' })
  await dialog.getByRole('switch', { name: 'Restrict MIME types' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await uploads.getByRole('button', { name: 'Retry failed' }).click()
  await expect(uploads.getByText('Successfully uploaded 2 files!')).toBeVisible()
  // No toast repeats it.
  await expect(page.getByText('Successfully uploaded 2 files!')).toHaveCount(1)
  await expect(uploads.getByRole('listitem')).toHaveCount(0)
})

test('a stored script never runs for the dashboard', async ({ page, project, account }) => {
  await openBucket(page, account, project.ref, { id: 'scripts', public: true })
  await store(page, {
    name: 'evil.js',
    mimeType: 'text/javascript',
    buffer: Buffer.from('window.isTakenOver = true; self.isTakenOver = true'),
  })
  const paths = [
    `/p/${project.ref}/storage/v1/object/public/scripts/evil.js`,
    `/platform/storage/${project.ref}/buckets/scripts/objects/download?path=evil.js`,
  ]
  for (const path of paths) {
    expect(
      await page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = Object.assign(document.createElement('script'), { src })
            script.onload = () => resolve('loaded')
            script.onerror = () => resolve('refused')
            document.head.append(script)
          }),
        path,
      ),
    ).toBe('refused')
    expect(
      await page.evaluate(
        (src) =>
          import(/* @vite-ignore */ src).then(
            () => 'loaded',
            () => 'refused',
          ),
        path,
      ),
    ).toBe('refused')
    // Its bytes can still be previewed and saved.
    expect(await page.evaluate(async (src) => (await fetch(src)).status, path)).toBe(200)
  }
  expect(await page.evaluate(() => 'isTakenOver' in window)).toBe(false)
})
