import { updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { signInGuides } from '@basalt/contract/auth/quick-start/sign-in-guides.ts'
import { frameworks } from '@basalt/contract/connect/guides/frameworks.ts'
import { SAMPLE_SQL } from '@basalt/contract/connect/guides/guide.ts'
import { mobiles } from '@basalt/contract/connect/guides/mobiles.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { getDedicatedPooler, listSharedPoolers } from '@basalt/contract/poolers/poolers.endpoints.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { chromium } from '@playwright/test'
import { call, signedIn } from '../../scripts/api-client.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { whenHealthy } from '../../scripts/demo/demo-data.ts'
import { withOwner } from '../server-process.ts'
import { frameworkApps } from './framework-apps.ts'
import { runApp, runOrm } from './run-app.ts'

// Installs framework applications from npm with the files from the dialog, and runs them. Takes minutes and needs the
// network, so it is not part of `npm test`. Arguments select some by part of their path.

const PASSWORD = 'k7Rw2pXq-MzTd9'
const selected = process.argv.slice(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The application in which each form of the quick start is built. */
const signInApps: Readonly<Record<string, string>> = {
  react: 'react/vite/supabasejs',
  nextjs: 'nextjs/app/supabasejs',
  vuejs: 'vuejs/supabasejs',
  solidjs: 'solidjs/supabasejs',
}

const guideOf = (path: string) => {
  for (const framework of [...frameworks, ...mobiles])
    for (const using of framework.using)
      for (const client of using.with)
        if ([framework.key, using.key, client.key].filter(Boolean).join('/') === path) return client.guide
  throw new Error(`The dialog has no ${path}`)
}

const dataDir = newDataDir()
const server = await startServer(dataDir, withOwner)
const executablePath = findChromium()
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
let passed = 0
let failed = 0

async function attempt(name: string, work: () => Promise<void>) {
  if (selected.length > 0 && !selected.some((part) => name.includes(part))) return
  const since = performance.now()
  const seconds = () => `${Math.round((performance.now() - since) / 1000)} s`
  try {
    await work()
    passed += 1
    say(`${name}: works, after ${seconds()}`)
  } catch (error) {
    failed += 1
    say(`${name}: failed after ${seconds()}: ${(error as Error).message}`)
  }
}

try {
  const owner = await signedIn(server, withOwner.BASALT_OWNER_EMAIL, withOwner.BASALT_OWNER_PASSWORD)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Frameworks' } })
  const { ref } = await call(owner, createProject, {
    body: { organization_slug: slug, name: 'Todos', db_pass: PASSWORD },
  })
  await whenHealthy(owner, ref)
  await call(owner, runQuery, { params: { ref }, query: {}, body: { query: SAMPLE_SQL } })
  const keys = await call(owner, listApiKeys, { params: { ref } })
  const apiKey = keys.find(({ name }) => name === 'anon')?.api_key ?? ''
  const values = { apiUrl: `${server.origin}/p/${ref}`, apiKey }
  for (const app of frameworkApps)
    await attempt(app.path, () => runApp(app, guideOf(app.path), values, browser))

  await call(owner, updateAuthSettings, { params: { ref }, body: { mailer_autoconfirm: true } })
  for (const { key, guide } of signInGuides) {
    const app = frameworkApps.find(({ path }) => path === signInApps[key])
    if (app)
      await attempt(`sign-in/${key}`, () =>
        runApp(app, guide, values, browser, async (page) => {
          await page.getByLabel('Email').fill(`${key}@example.com`)
          await page.getByLabel('Password').fill('correct horse')
          await page.getByRole('button', { name: 'Sign up' }).click()
          await page.getByText(`Signed in as ${key}@example.com`).waitFor()
        }),
      )
  }

  const shared = await call(owner, listSharedPoolers, { params: { ref } })
  const dedicated = await call(owner, getDedicatedPooler, { params: { ref } })
  const withPassword = (url = '') => url.replace('[YOUR_PASSWORD]', encodeURIComponent(PASSWORD))
  const through = (mode: string) =>
    withPassword(shared.find(({ pool_mode }) => pool_mode === mode)?.connection_string)
  const ways = {
    shared: { pooled: through('transaction'), direct: through('session') },
    dedicated: { pooled: withPassword(dedicated.connection_string), direct: through('session') },
  }
  for (const orm of orms)
    for (const [pooler, urls] of Object.entries(ways))
      await attempt(`${orm.key} (${pooler} pooler)`, () => runOrm(orm, urls))
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
