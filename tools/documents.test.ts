import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The claims of README, CONTRIBUTING and the guides, as far as they can be checked. */
const repository = path.dirname(import.meta.dirname)
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...globSync('docs/guides/*.md', { cwd: repository }),
]
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)

test.each(documents)('every command in %s exists', (file) => {
  const named = [...read(file).matchAll(/(?:`|^|&& )npm (?:run )?([a-z][\w:-]*)/gm)].map(([, name]) => name!)
  const own = ['install', 'ci', 'view'].concat(scripts)
  expect(named.filter((name) => !own.includes(name))).toEqual([])
})

test('every command of the repository is documented in CONTRIBUTING or in a guide', () => {
  const text = documents.map(read).join('\n')
  expect(scripts.filter((name) => !new RegExp(`npm (?:run )?${name}\\b`).test(text))).toEqual([])
})

test.each(documents)('every file that %s links to exists', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!)
  const folder = path.dirname(path.join(repository, file))
  expect(links.filter((link) => !existsSync(path.join(folder, link)))).toEqual([])
})

test('the guide lists every setting that the server reads, and no other', () => {
  const readByServer = [...read('apps/server/src/config.ts').matchAll(/^ {2}((?:BASALT|OTEL)_\w+):/gm)].map(
    ([, name]) => name!,
  )
  const rows = read('docs/guides/operate.md')
    .split('\n')
    .filter((line) => /^\| `(?:BASALT|OTEL)_/.test(line))
  const listed = rows.flatMap((row) =>
    [...row.split(' | ')[0]!.matchAll(/(?:BASALT|OTEL)_\w+/g)].map(([name]) => name),
  )
  expect(readByServer.length).toBeGreaterThan(20)
  expect(listed.toSorted()).toEqual(readByServer.toSorted())
})

test('the guide’s service unit can be enabled, and runs the same command as npm start', () => {
  const [, unit = ''] = /^```ini\n([\s\S]*?)^```$/m.exec(read('docs/guides/operate.md')) ?? []
  expect([...unit.matchAll(/^\[(\w+)\]$/gm)].map(([, section]) => section)).toEqual([
    'Unit',
    'Service',
    'Install',
  ])
  const { scripts: all } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  expect(unit).toContain(`ExecStart=/usr/bin/${all.start}\n`)
  expect(unit).toContain('WantedBy=multi-user.target')
})

test('the README requires the same Node version as package.json', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const oldest = engines.node.replace('>=', '')
  expect(read('README.md')).toContain(`${oldest} or newer with npm, and git`)
  expect(read('CONTRIBUTING.md')).toContain(`Node ${oldest} or newer, npm and git`)
})

test('the quick start and the guide of the Data API say that a secret key is shown once', () => {
  const title = /title="(API keys)"/.exec(read('apps/dashboard/src/areas/connect/keys/ApiKeysPage.tsx'))?.[1]
  expect(title).toBeDefined()
  for (const file of ['README.md', 'docs/guides/data-api.md']) {
    const matching = read(file)
      .split('\n\n')
      .filter((paragraph) => /secret\b[\s\S]*shown once/.test(paragraph))
    expect(matching).toEqual([expect.stringContaining(title!)])
  }
})

test('every path in the steps of CONTRIBUTING exists', () => {
  const steps = read('CONTRIBUTING.md').split('## Add a feature')[1]!.split('\n## ')[0]!
  const paths = [...steps.matchAll(/`((?:apps|packages|docs|e2e)\/[\w./<>-]*)`/g)]
    .map(([, found]) => found!)
    .filter((found) => !found.includes('<'))
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((found) => !existsSync(path.join(repository, found)))).toEqual([])
})
