import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import type { BenchServer } from './server.ts'

/** Launches a browser whose pages report their exact memory use. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
      '--enable-precise-memory-info',
    ],
    ...(executablePath && { executablePath }),
  })
}

/** A page in a new browser profile, signed in. */
export async function newPage(browser: Browser, { origin, cookie }: BenchServer): Promise<Page> {
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}

/** Replaces the text in the SQL editor. */
export async function writeSql(page: Page, text: string) {
  await page.getByRole('textbox', { name: /SQL/ }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** The JavaScript heap in megabytes after garbage collection. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

/** Scrolls the grid, or the parent of `list`, by `pixels` in each frame; returns the frames per second. */
export const framesWhileScrolling = (
  page: Page,
  pixels: number,
  milliseconds: number,
  list?: string,
): Promise<number> =>
  page.evaluate(
    async ({ step, during, list }) => {
      const grid = list ? document.querySelector(list)?.parentElement : document.querySelector('.data-grid')
      if (!grid) throw new Error('There is no element to scroll')
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      grid.scrollTop = 0
      const from = await nextFrame()
      let last = from
      let frames = 0
      while (last - from < during) {
        grid.scrollTop += step
        last = await nextFrame()
        frames += 1
      }
      return (frames * 1000) / (last - from)
    },
    { step: pixels, during: milliseconds, list },
  )
