import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** What a new application of React with Vite consists of, besides what the dialog adds. */
const application = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx"}}',
  'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import App from './App'

createRoot(document.getElementById('root')!).render(<App />)
`,
}

/** Serves a folder on a port of its own, as any host of pages does. */
async function served(folder: string) {
  const server = createServer(({ url = '/' }, response) => {
    const file = path.join(folder, url === '/' ? 'index.html' : url)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' })
    response.end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  }
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
  await dialog.getByText('Make the table that these files read').click()
  const sql = await dialog.getByRole('region', { name: 'SQL that makes the table' }).textContent()
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
    const pages = await served(path.join(folder, 'dist'))
    await page.goto(pages.origin)
    await expect(page.getByRole('listitem')).toHaveText(['Make a table', 'Read it from an app'])
    pages.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
