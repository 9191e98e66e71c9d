import { readFile } from 'node:fs/promises'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { deleteBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { expect, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'
import { shortWebm, textFile } from './sample-files.ts'
import { act, choose, openBucket, pick, pickOne, row, store } from './storage-explorer.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const listed = (page: Page) => page.getByRole('list', { name: /^Contents of/ }).locator('[data-row-target]')

/** The last copied URL of a project, once it differs from `before`, because the clipboard is shared. */
async function copiedUrl(page: Page, { ref }: Project, before = '') {
  const isNew = async () => {
    const text = await copied(page)
    return text.includes(`/p/${ref}/`) && text !== before
  }
  await expect.poll(isNew).toBe(true)
  return copied(page)
}

/** The lifetime of a signed URL in seconds. */
function lifetimeOf(url: string) {
  const [, claims = ''] = new URL(url).searchParams.get('token')!.split('.')
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return exp - iat
}

const WEEK = 604_800

test('files are previewed, linked, selected and listed in different views', async ({
  page,
  context,
  project,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBucket(page, account, project.ref, {
    id: 'mixed',
    // Some bytes are delayed, others never arrive.
    rows: `values ('mixed', 'late.bin', null, now()), ('mixed', 'lost.bin', null, now() - interval '1 hour')`,
  })
  await store(page, textFile('a.csv', 'name,age\n"Ann, B.",31\n', 'text/csv'), shortWebm())
  await store(page, textFile('notes.txt', 'some words'))

  await expect(page.getByRole('button', { name: 'Actions for late.bin' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Corrupted' })).toHaveCount(1)
  await act(page, 'lost.bin', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'lost.bin')).toHaveCount(0)

  await row(page, 'a.csv').click()
  await expect(page.getByRole('table', { name: 'First rows' }).getByRole('cell')).toHaveText([
    'Ann, B.',
    '31',
  ])
  await row(page, 'clip.webm').click()
  // The browser has read its frames.
  await expect
    .poll(() =>
      page.getByLabel('clip.webm', { exact: true }).evaluate((film: HTMLVideoElement) => film.videoWidth),
    )
    .toBe(16)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close preview' }).click()

  await act(page, 'notes.txt', 'Get URL', 'Expire in 1 week')
  const forAWeek = await copiedUrl(page, project)
  expect(lifetimeOf(forAWeek)).toBe(WEEK)
  await act(page, 'notes.txt', 'Get URL', 'Custom expiry')
  const dialog = page.getByRole('dialog', { name: 'Custom expiry for signed URL' })
  await dialog.getByLabel('Duration').fill('-1')
  await dialog.getByRole('button', { name: 'Get signed URL' }).click()
  await expect(dialog.getByText(/^Expiry duration must be greater than 0/)).toBeVisible()
  await dialog.getByLabel('Duration').fill('14')
  await expect(dialog.getByText(/^URL will expire on/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Get signed URL' }).click()
  await expect(dialog).toHaveCount(0)
  const forTwoWeeks = await copiedUrl(page, project, forAWeek)
  expect(lifetimeOf(forTwoWeeks)).toBe(2 * WEEK)
  expect(await (await fetch(forTwoWeeks)).text()).toBe('some words')

  const selected = page.getByRole('toolbar', { name: 'Selected files' }).getByRole('status')
  await box(page, 'a.csv').click()
  await box(page, 'notes.txt').click({ modifiers: ['Shift'] })
  await expect(selected).toHaveText('4 items selected')
  const download = page.waitForEvent('download')
  await page
    .getByRole('toolbar', { name: 'Selected files' })
    .getByRole('button', { name: 'Download' })
    .click()
  expect((await download).suggestedFilename()).toBe('mixed.zip')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(selected).toHaveCount(0)
  await box(page, 'a.csv').focus()
  await page.keyboard.press('Space')
  await expect(selected).toHaveText('1 item selected')
  await box(page, 'late.bin').focus()
  await page.keyboard.press('Shift+Space')
  await expect(selected).toHaveText('3 items selected')
  await page.getByRole('checkbox', { name: 'Select all 4 files' }).click()
  await expect(selected).toHaveText('4 items selected')
  await page.getByRole('checkbox', { name: 'Select all 4 files' }).click()
  await expect(selected).toHaveCount(0)

  await row(page, 'notes.txt').click({ button: 'right' })
  const saved = page.waitForEvent('download')
  await pick(page, 'Download')
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('some words')

  const empty = page.getByRole('region', { name: 'mixed', exact: true })
  const emptyPart = { button: 'right', position: { x: 60, y: 400 } } as const
  await empty.click(emptyPart)
  await pick(page, 'New folder')
  await page.getByLabel('New folder name').fill('notes.TXT')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The name notes.TXT already exists in the current directory.')).toBeVisible()
  await page.getByLabel('New folder name').fill('kept')
  await page.keyboard.press('Enter')
  await expect(row(page, 'kept (folder)')).toBeVisible()
  await act(page, 'kept', 'Copy path to folder')
  await expect.poll(() => copied(page)).toBe('kept')
  await act(page, 'kept', 'Rename')
  await page.getByLabel('New name for kept').fill('years')
  await page.keyboard.press('Enter')
  await expect(row(page, 'years (folder)')).toBeVisible()

  await empty.click(emptyPart)
  await pick(page, 'Select all items')
  await expect(selected).toHaveText('4 items selected')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await empty.click(emptyPart)
  await pick(page, 'Sort order')
  await pickOne(page, 'Descending')
  await expect(listed(page)).toHaveText(['years (folder)', 'notes.txt', 'late.bin', 'clip.webm', 'a.csv'])
  await empty.click(emptyPart)
  await pick(page, 'View')
  // Its menu disappears with the columns.
  await page.getByRole('menuitemradio', { name: 'As list' }).click()
  await expect(page.getByText(/ for 5 items$/)).toBeVisible()
  await page.getByRole('button', { name: 'View' }).click()
  await pick(page, 'Sort by')
  await pickOne(page, 'Time created')
  await page.reload()
  await expect(page.getByText(/ for 5 items$/)).toBeVisible()
  await expect(listed(page).first()).toHaveText('years (folder)')
  await expect(listed(page).nth(1)).toHaveText('notes.txt')
  await expect(listed(page).last()).toHaveText('late.bin')
})

test('uploads are paused, cancelled, refused and retried, and never overwrite', async ({
  page,
  context,
  project,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBucket(page, account, project.ref, {
    id: 'pictures',
    public: true,
    allowed_mime_types: ['image/*'],
    // More than a page, so that the last name is on the next.
    rows: `select 'pictures', 'a' || n, '{"size":1}'::jsonb, now() from generate_series(100, 300) n
      union all select 'pictures', 'zz.txt', '{"size":1}', now()`,
  })
  await expect(row(page, 'a100')).toBeVisible()
  const uploads = page.getByRole('region', { name: 'Uploads' })
  let isHeld = true
  // Held requests simulate a hanging connection.
  await page.route('**/upload/resumable**', (route) => (isHeld ? undefined : route.continue()))
  await choose(page, ...['1.txt', '2.txt', 'zz.txt'].map((name) => textFile(name, name)))
  await uploads.getByRole('button', { name: 'Pause 1.txt' }).click()
  await uploads.getByRole('button', { name: 'Cancel 2.txt' }).click()
  await expect(uploads.getByRole('listitem')).toHaveCount(2)
  await uploads.getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.getByText('Upload of 2 files aborted')).toBeVisible()
  await expect(uploads).toHaveCount(0)

  await choose(page, textFile('1.txt', 'one'), textFile('zz.txt', 'another'))
  await uploads.getByRole('button', { name: 'Pause zz.txt' }).click()
  await uploads.getByRole('button', { name: 'Pause 1.txt' }).click()
  isHeld = false
  await uploads.getByRole('button', { name: 'Resume zz.txt' }).click()
  const refusal = 'is not allowed. Allowed MIME types: image/*'
  await expect(uploads.getByText(`Failed to upload zz.txt: text/plain ${refusal}`)).toBeVisible()
  await uploads.getByRole('button', { name: 'Resume 1.txt' }).click()
  await expect(uploads.getByText(`Failed to upload 1.txt: text/plain ${refusal}`)).toBeVisible()

  await page.getByRole('button', { name: 'Edit bucket' }).click()
  await pick(page, 'Bucket settings')
  const dialog = page.getByRole('dialog', { name: 'Edit bucket “pictures”' })
  await dialog.getByRole('switch', { name: 'Restrict MIME types' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await uploads.getByRole('button', { name: 'Retry failed' }).click()
  await expect(page.getByText('Successfully uploaded 2 files!')).toHaveCount(1)
  await uploads.getByRole('button', { name: 'Clear list' }).click()
  await expect(uploads).toHaveCount(0)

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByLabel('Search for a file or folder').fill('ZZ')
  await expect(listed(page)).toHaveText(['zz (1).txt', 'zz.txt'])
  await act(page, 'zz (1).txt', 'Rename')
  await page.getByLabel('New name for zz (1).txt').fill('z#.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByText('File name cannot contain the "#" character')).toBeVisible()
  // A taken name that only the server knows of.
  await page.getByLabel('New name for zz (1).txt').fill('a300')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The name a300 already exists in that directory.')).toBeVisible()
  await expect(listed(page)).toHaveText(['zz (1).txt', 'zz.txt'])

  await act(page, 'zz (1).txt', 'Get URL')
  const address = await copiedUrl(page, project)
  expect(address).toContain('/object/public/pictures/')
  expect(await (await fetch(address)).text()).toBe('another')
  await act(page, 'zz (1).txt', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(listed(page)).toHaveText(['zz.txt'])

  await page.getByRole('button', { name: 'Close search' }).click()
  await page.getByRole('button', { name: 'Edit bucket' }).click()
  await pick(page, 'Empty bucket')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty bucket' }).click()
  await expect(page.getByText('Drop your files here')).toBeVisible()

  // Someone else deletes the bucket.
  await call(account.caller, deleteBucket, { params: { ref: project.ref, id: 'pictures' }, query: {} })
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Bucket "pictures" does not exist in your project')).toBeVisible()
  await expect(page.getByText('Create a file bucket')).toBeVisible()
})
