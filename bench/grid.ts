import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import type { Page } from '@playwright/test'
import { framesWhileScrolling, heapMegabytes, launchBrowser, newPage, writeSql } from './browser.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { report } from './report.ts'
import { startServer } from './server.ts'

/** Use fewer for a trial: `npm run bench -- grid 20000`. */
const ROWS = Number(process.argv[3] ?? 100_000)
const MANY_ROWS = 10 * ROWS
const SCROLLED_MS = 3000
/** Scrolling by the wheel, and dragging the scrollbar from end to end in about three seconds. */
const WHEEL_PIXELS = 100
const DRAG_PIXELS = (ROWS * 32) / 180

const columns = Array.from({ length: 20 }, (_, index) => `i * ${index + 1} as c${index}`).join(', ')
const counted = (rows: number) => `${rows.toLocaleString('en')} rows`

/** Large results in a browser: painted, scrolled, and browsed beyond what a page loads. */
export async function benchGrid() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), 'k7Rw2pXq-MzTd9')
  const browser = await launchBrowser()
  const page = await newPage(browser, server)
  await page.goto(`/project/${ref}/sql/new`)
  await benchPaint(page)
  await benchBrowsing(page)
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}

async function benchPaint(page: Page) {
  // What the page loads for its first result is not part of the measurement.
  await writeSql(page, 'select 1 as first')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('columnheader', { name: /^first/ }).waitFor()
  await writeSql(page, `select ${columns} from generate_series(1, ${ROWS}) i limit ${ROWS}`)
  const before = await heapMegabytes(page)
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let from = 0
        addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true })
        const check = () => {
          const headers = document.querySelectorAll('.data-grid [role="columnheader"]')
          if (from > 0 && headers.length > 2) resolve(performance.now() - from)
          else requestAnimationFrame(check)
        }
        check()
      }),
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  report({
    bench: `${counted(ROWS)} × 20, from the key to the first painted rows`,
    unit: 'ms',
    value: await painted,
    target: '≤ 300 ms',
  })
  await page.getByText(counted(ROWS), { exact: true }).waitFor()
  for (const [how, pixels] of [
    ['by the wheel', WHEEL_PIXELS],
    ['by the bar', DRAG_PIXELS],
  ] as const)
    report({
      bench: `${counted(ROWS)} × 20, frames while scrolling ${how}`,
      unit: 'per second',
      value: await framesWhileScrolling(page, pixels, SCROLLED_MS),
      target: '≥ 55',
    })
  report({
    bench: `${counted(ROWS)} × 20, memory they add to the page`,
    unit: 'MB',
    value: (await heapMegabytes(page)) - before,
    target: '≤ 60 MB',
  })
}

async function benchBrowsing(page: Page) {
  await writeSql(page, `select i, md5(i::text) from generate_series(1, ${MANY_ROWS}) i`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Remove the limit' }).click()
  await page.getByRole('button', { name: 'Browse all rows' }).click()
  await page.getByText(counted(MANY_ROWS), { exact: true }).waitFor()
  const before = await heapMegabytes(page)
  const frames = await framesWhileScrolling(page, (MANY_ROWS * 32) / 180, SCROLLED_MS)
  report({
    bench: `${counted(MANY_ROWS)} browsed, frames while scrolling by the bar`,
    unit: 'per second',
    value: frames,
    target: '≥ 55',
  })
  report({
    bench: `${counted(MANY_ROWS)} browsed from end to end, memory that adds to the page`,
    unit: 'MB',
    value: (await heapMegabytes(page)) - before,
    target: '≤ 5 MB',
  })
}
