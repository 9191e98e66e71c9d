import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { insertProjects } from './metadata.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { median, report } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const CPU_SLOW_DOWN = 4
const LOADS = 3
const MOVES = 5

/** What a browser loads and how long it waits for a page, in an organization of 5,000 projects. */
export async function benchDashboard() {
  const dataDir = newDataDir()
  const metadata = await startOwnPostgres()
  const server = await startServer(dataDir, { BASALT_METADATA_URL: metadata.url })
  const slug = await makeOrganization(server)
  await insertProjects(metadata, slug, 5000)
  const ref = await makeProject(server, slug, randomBytes(12).toString('hex'))
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })

  const shell = { path: `/org/${slug}`, ready: 'nav[aria-label="Organization"]' }
  report({
    bench: 'JavaScript before the first paint of the shell, gzipped',
    unit: 'KB',
    value: await scriptKilobytes(browser, server, shell),
    target: '≤ 200 KB',
  })
  report({
    bench: 'JavaScript before the SQL editor can be typed in, gzipped',
    unit: 'KB',
    value: await scriptKilobytes(browser, server, { path: `/project/${ref}/sql/new`, ready: '.cm-content' }),
    target: '≤ 400 KB',
  })
  const paints: number[] = []
  for (let count = 0; count < LOADS; count++) paints.push(await largestPaint(browser, server, shell.path))
  report({
    bench: 'largest paint of the project list, cold, CPU slowed down four times',
    unit: 'ms',
    value: median(paints),
    target: '≤ 1000 ms',
  })
  report({
    bench: 'from a click in the rail to the next page',
    unit: 'ms',
    value: await timeToSwitch(browser, server, slug),
    target: '≤ 100 ms',
  })
  report({
    bench: 'elements in the page after scrolling through 5,000 projects',
    unit: 'elements',
    value: await elementsAfterScrolling(browser, server, shell.path),
    target: '≤ 3,000',
  })

  await browser.close()
  await server.stop()
  await metadata.close()
  removeDataDir(dataDir)
}

/** A page in a new browser profile, signed in. */
async function newPage(browser: Browser, { origin, cookie }: BenchServer) {
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}

/** The scripts that had loaded when `ready` first appeared, gzipped. Prefetched files load later and are not counted. */
async function scriptKilobytes(
  browser: Browser,
  server: BenchServer,
  { path, ready }: { path: string; ready: string },
) {
  const page = await newPage(browser, server)
  await page.addInitScript((selector) => {
    const check = () => {
      if (document.querySelector(selector)) performance.mark('ready')
      else requestAnimationFrame(check)
    }
    check()
  }, ready)
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  const files = await page.evaluate(() => {
    const [{ startTime } = { startTime: 0 }] = performance.getEntriesByName('ready')
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= startTime)
      .map(({ name }) => name)
  })
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await (await page.request.get(file)).body()).length),
  )
  await page.context().close()
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

async function largestPaint(browser: Browser, server: BenchServer, path: string) {
  const page = await newPage(browser, server)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN })
  await page.goto(path)
  await page.getByRole('list', { name: 'Projects', exact: true }).waitFor()
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        )
      }),
  )
  await page.context().close()
  return paint
}

/** Switches between two pages, hovering over each link first, as a hand does before a click. */
async function timeToSwitch(browser: Browser, server: BenchServer, slug: string) {
  const page = await newPage(browser, server)
  await page.goto(`/org/${slug}`)
  await page.getByRole('list', { name: 'Projects', exact: true }).waitFor()
  const times: number[] = []
  for (let count = 0; count < MOVES; count++)
    for (const path of [`/org/${slug}/team`, `/org/${slug}`]) times.push(await timeOfSwitch(page, path))
  await page.context().close()
  return median(times)
}

async function timeOfSwitch(page: Page, path: string) {
  await page.locator(`nav a[href="${path}"]`).first().hover()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (href) => {
    const heading = () => document.querySelector('main h1')?.textContent
    const before = heading()
    const from = performance.now()
    document.querySelector<HTMLAnchorElement>(`nav a[href="${href}"]`)?.click()
    await new Promise<void>((resolve) => {
      const check = () => (heading() === before ? requestAnimationFrame(check) : resolve())
      check()
    })
    return performance.now() - from
  }, path)
}

/** Scrolls to the end until nothing more is loaded, and counts the elements. */
async function elementsAfterScrolling(browser: Browser, server: BenchServer, path: string) {
  const page = await newPage(browser, server)
  await page.goto(path)
  const more = page.getByRole('button', { name: 'Load more' })
  await more.waitFor()
  while ((await more.count()) > 0) {
    const height = await scrollToEnd(page)
    // Either more was loaded, or that was all and the button has gone.
    await page.waitForFunction(
      (known) =>
        document.querySelector('#content')!.scrollHeight > known ||
        ![...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Load more'),
      height,
    )
  }
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.context().close()
  return elements
}

/** Scrolls to the end and returns the height of the page in pixels. */
const scrollToEnd = (page: Page) =>
  page.locator('#content').evaluate((element) => {
    element.scrollTo(0, element.scrollHeight)
    return element.scrollHeight
  })
