import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { listAuthMails, updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'
import { servePages } from './serve-pages.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')

/** The files of a new React application with Vite, without those from the dialog. */
const application = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx"}}',
  'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import App from './App'

createRoot(document.getElementById('root')!).render(<App />)
`,
}

test('the files for React with Vite, pasted into a new application, show the rows of the project', async ({
  page,
  project,
  account,
}) => {
  await page.goto(`/project/${project.ref}?showConnect=true&framework=react&using=vite`)
  const dialog = page.getByRole('dialog', { name: 'Connect to your project' })
  await expect(dialog.getByRole('region', { name: '.env' })).toContainText(`/p/${project.ref}`)
  const files: Record<string, string> = { ...application }
  for (const name of ['.env', 'src/utils/supabase.ts', 'src/App.tsx']) {
    await dialog.getByRole('tab', { name, exact: true }).click()
    const file = dialog.getByRole('region', { name, exact: true })
    await expect(file).toBeVisible()
    files[name] = (await file.textContent()) ?? ''
  }
  await dialog.getByText('Create the table that these files read').click()
  const sql = await dialog.getByRole('region', { name: 'SQL that creates the table' }).textContent()
  await call(account.caller, runQuery, {
    params: { ref: project.ref },
    query: {},
    body: { query: sql ?? '' },
  })

  await using site = await builtSite(files)
  await page.goto(site.origin)
  await expect(page.getByRole('listitem')).toHaveText(['Make a table', 'Read it from an app'])
})

for (const { framework, names, site: open } of [
  { framework: 'react', names: ['.env.local', 'src/utils/supabase.ts', 'src/App.tsx'], site: builtSite },
  { framework: 'html', names: ['index.html'], site: plainSite },
])
  test(`the sign-in form of the quick start for ${framework}, pasted into a new application, signs up and in`, async ({
    page,
    project,
    account,
  }) => {
    const { ref } = project
    await page.goto(`/project/${ref}/auth/quick-start?framework=${framework}`)
    await expect(page.getByRole('region', { name: names[0]! })).toContainText(`/p/${ref}`)
    const files: Record<string, string> = { ...application }
    for (const name of names) {
      if (names.length > 1) await page.getByRole('tab', { name, exact: true }).click()
      const file = page.getByRole('region', { name, exact: true })
      await expect(file).toBeVisible()
      files[name] = (await file.textContent()) ?? ''
    }
    await using site = await open(files)
    await page.route('https://esm.sh/@supabase/supabase-js@2', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: clientModule() }),
    )
    await call(account.caller, updateAuthSettings, { params: { ref }, body: { site_url: site.origin } })
    const email = 'ann@example.com'
    const fill = async (password: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
    }
    await page.goto(site.origin)
    await fill('correct horse')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Follow the link in the mail')).toBeVisible()
    const { mails } = await call(account.caller, listAuthMails, { params: { ref } })
    const [, link = ''] =
      /href="([^"]+)"/.exec(mails.find(({ recipient }) => recipient === email)?.html ?? '') ?? []
    await page.goto(link.replaceAll('&amp;', '&'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(site.origin)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    await fill('correct horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  })

/** The client as a module, which pages without a build load from the internet. */
const clientModule = () =>
  `${readFileSync(path.join(root, 'node_modules/@supabase/supabase-js/dist/umd/supabase.js'), 'utf8')}
export const { createClient } = supabase`

/** Serves files as they are. */
async function plainSite(files: Readonly<Record<string, string>>) {
  const folder = newFolder(files)
  const pages = await servePages(folder)
  return {
    origin: pages.origin,
    async [Symbol.asyncDispose]() {
      await pages[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newFolder(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-app-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/** Builds an application with Vite and serves it. */
async function builtSite(files: Readonly<Record<string, string>>) {
  const folder = newFolder(files)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    await run(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', folder], {
      cwd: folder,
    })
    const pages = await servePages(path.join(folder, 'dist'))
    return {
      origin: pages.origin,
      async [Symbol.asyncDispose]() {
        await pages[Symbol.asyncDispose]()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
