import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { launchBrowser, newPage } from './browser.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { report } from './report.ts'
import { startServer } from './server.ts'

/** Work that a page does once after loading is finished by then. */
const SETTLING_MS = 20_000
const WATCHED_MS = 60_000
const MINUTE_MS = 60_000

/** The cost of ten open dashboards for the server and its databases while no one uses them. */
export async function benchIdle() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const ref = await makeProject(server, slug, 'k7Rw2pXq-MzTd9')
  const browser = await launchBrowser()
  const [project, organization] = [`/project/${ref}`, `/org/${slug}`]
  const paths = [
    ...[organization, `${organization}/team`, `${organization}/usage`, `${organization}/general`],
    ...[project, `${project}/sql/new`, `${project}/storage`, `${project}/settings/general`],
    ...[`${project}/settings/database`, '/account/sessions'],
  ]
  const requested: string[] = []
  for (const path of paths) {
    const page = await newPage(browser, server)
    page.on('request', (request) => requested.push(`${path}: ${new URL(request.url()).pathname}`))
    await page.goto(path)
    await page.locator('main h1, main h2, .cm-content').first().waitFor()
  }
  await sleep(SETTLING_MS)
  requested.length = 0
  const [before, from] = [server.cpuOfTree(), performance.now()]
  await sleep(WATCHED_MS)
  const watchedMs = performance.now() - from
  report({
    bench: `${paths.length} open, unused dashboards: server and databases`,
    unit: '% of a core',
    value: (server.cpuOfTree() - before) / (watchedMs * 10),
    target: '≤ 1 %',
  })
  report({
    bench: `requests that they make (${[...new Set(requested)].join(', ') || 'none'})`,
    unit: 'a minute',
    value: (requested.length * MINUTE_MS) / watchedMs,
    target: 'no unnecessary ones',
  })
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}
