import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { createBucket } from '@basalt/contract/storage/buckets.endpoints.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import type { Account } from './fixtures.ts'
import type { SampleFile } from './sample-files.ts'

/** Passes files to the explorer's file chooser. */
export const choose = (page: Page, ...files: SampleFile[]) =>
  page.getByLabel('Files to upload').setInputFiles(files)

/** Uploads files and waits until the folder lists them. */
export async function store(page: Page, ...files: SampleFile[]) {
  await choose(page, ...files)
  for (const { name } of files) await expect(row(page, name)).toBeVisible()
}

/** A file, or a folder with ` (folder)` after its name. */
export const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Clicks an item of an open menu, through its submenus. */
export async function pick(page: Page, ...entries: string[]) {
  for (const name of entries) await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Selects a radio item and closes the menu, which it leaves open. */
export async function pickOne(page: Page, name: string) {
  const choice = page.getByRole('menuitemradio', { name, exact: true })
  await choice.click()
  await expect(choice).toBeChecked()
  for (const menu of (await page.getByRole('menu').all()).reverse()) {
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
}

/** Clicks an item in the menu of a file or folder. */
export async function act(page: Page, name: string, ...entries: string[]) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await pick(page, ...entries)
}

/** Creates a bucket, optionally with objects without bytes, and opens it. */
export async function openBucket(
  page: Page,
  { caller }: Account,
  ref: string,
  { rows, ...bucket }: { id: string; public?: boolean; allowed_mime_types?: string[]; rows?: string },
) {
  await call(caller, createBucket, { params: { ref }, body: bucket })
  if (rows !== undefined)
    await call(caller, runQuery, {
      params: { ref },
      query: {},
      body: { query: `insert into storage.objects (bucket_id, name, metadata, created_at) ${rows}` },
    })
  await page.goto(`/project/${ref}/storage/files/buckets/${bucket.id}`)
  await expect(page.getByRole('heading', { name: bucket.id, exact: true, level: 1 })).toBeVisible()
}

/** Drops a file or folder from disk, as a file manager would. */
export async function dropOn(page: Page, target: Locator, file: string) {
  const { x, y, width, height } = (await target.boundingBox())!
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  await session.detach()
}

/** The number of uploads stored in the browser. */
export const storedUploads = (page: Page) =>
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
