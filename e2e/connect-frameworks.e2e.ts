import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
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

  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-react-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    await run(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', folder], {
      cwd: folder,
    })
    await using pages = await servePages(path.join(folder, 'dist'))
    await page.goto(pages.origin)
    await expect(page.getByRole('listitem')).toHaveText(['Make a table', 'Read it from an app'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
