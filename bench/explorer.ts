import type { Page } from '@playwright/test'
import { framesWhileScrolling, heapMegabytes, launchBrowser, newPage } from './browser.ts'
import { report } from './report.ts'
import { insertObjects, type StorageProject, withStorageProject } from './storage/storage-project.ts'

/** Use fewer for a trial: `npm run bench -- explorer 20000`. */
const FILES = Number(process.argv[3] ?? 100_000)
const PAGE = 200
const ROW_PIXELS = 37
const SCROLLED_MS = 3000
/** Scrolling by the wheel, and dragging the scrollbar from end to end in about three seconds. */
const WHEEL_PIXELS = 100
const DRAG_PIXELS = (FILES * ROW_PIXELS) / 180
const LIST = 'ul[aria-label^="Contents of"]'

const counted = (files: number) => `${files.toLocaleString('en')} files in a folder`

/** A large folder in a browser: loaded to its end by scrolling, in two orders, and scrolled through. */
export const benchExplorer = () =>
  withStorageProject(async (project) => {
    await insertObjects(project, '', 1, FILES)
    const browser = await launchBrowser()
    for (const [order, sort] of [
      ['by name', { sortBy: 'name', sortByOrder: 'asc' }],
      ['newest first', { sortBy: 'created_at', sortByOrder: 'desc' }],
    ] as const) {
      const page = await newPage(browser, project.server)
      await openFolder(page, project, sort)
      await benchFolder(page, order)
      await page.context().close()
    }
    await browser.close()
  })

async function openFolder(page: Page, { ref }: StorageProject, sort: object) {
  const preference = { view: 'LIST', sortBucket: 'name', ...sort }
  await page.addInitScript(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [`preference.storage.explorer.${ref}`, JSON.stringify(preference)],
  )
  await page.goto(`/project/${ref}/storage/files/buckets/bench`)
  await page.getByText(`${PAGE} items loaded so far`).waitFor()
}

async function benchFolder(page: Page, order: string) {
  const before = await heapMegabytes(page)
  const first = await readTo(page, FILES / 10)
  await readTo(page, FILES - FILES / 10)
  const last = await readTo(page, FILES)
  report({
    bench: `${counted(FILES)}, ${order}: the last tenth of the pages, each until it is rendered`,
    unit: 'ms',
    value: last / (FILES / 10 / PAGE),
    yardstick: { what: 'the first tenth', value: first / (FILES / 10 / PAGE) },
    target: '≤ 1.5×',
  })
  const atRest = await framesWhileScrolling(page, 0, SCROLLED_MS, LIST)
  for (const [how, pixels] of [
    ['by the wheel', WHEEL_PIXELS],
    ['by the bar', DRAG_PIXELS],
  ] as const)
    report({
      bench: `${counted(FILES)}, ${order}: frames while scrolling ${how}`,
      unit: 'per second',
      value: await framesWhileScrolling(page, pixels, SCROLLED_MS, LIST),
      yardstick: { what: 'the same page at rest', value: atRest },
      target: '≥ 55',
    })
  report({
    bench: `${counted(FILES)}, ${order}: memory they add to the page`,
    unit: 'MB',
    value: (await heapMegabytes(page)) - before,
    target: '≤ 60 MB',
  })
}

/** Scrolls to the end repeatedly until `files` are loaded; returns the milliseconds it took. */
const readTo = (page: Page, files: number): Promise<number> =>
  page.evaluate(
    async ([selector = '', wanted = 0]) => {
      const list = document.querySelector(String(selector))!
      const from = performance.now()
      while (Number(list.querySelector('li')?.ariaSetSize) < Number(wanted)) {
        list.parentElement!.scrollTop = list.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return performance.now() - from
    },
    [LIST, files],
  )
