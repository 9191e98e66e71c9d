import { parseEnv } from 'node:util'
import { frameworks } from '@basalt/contract/connect/guides/frameworks.ts'
import { type GuideFile, SAMPLE_SQL } from '@basalt/contract/connect/guides/guide.ts'
import { mobiles } from '@basalt/contract/connect/guides/mobiles.ts'
import { type OrmUrls, orms } from '@basalt/contract/connect/guides/orms.ts'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const values = { apiUrl: 'http://localhost:4000/p/abc', apiKey: 'sb_publishable_123' }
const urls: OrmUrls = {
  pooled: 'postgresql://postgres.abc:[YOUR_PASSWORD]@localhost:6543/postgres',
  direct: 'postgresql://postgres.abc:[YOUR_PASSWORD]@localhost:5432/postgres',
}

const guides = [...frameworks, ...mobiles].flatMap(({ key, using }) =>
  using.flatMap((variant) =>
    variant.with.map(({ key: client, guide }) => ({
      path: [key, variant.key, client].filter(Boolean).join('/'),
      guide,
      files: guide.files(values),
    })),
  ),
)

/** The scripts in a file, which may be embedded in other markup. */
const scriptsIn = ({ name, code }: GuideFile): GuideFile[] => {
  if (name.endsWith('.astro')) return [{ name: 'page.ts', code: code.split('---')[1] ?? '' }]
  if (/\.(vue|svelte)$/.test(name))
    return [...code.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => ({
      name: 'script.ts',
      code: script,
    }))
  return /\.[jt]sx?$/.test(name) ? [{ name, code }] : []
}

const count = (text: string, sign: string) => text.split(sign).length - 1

test('all promised guides exist', () => {
  expect(guides.map(({ path }) => path)).toEqual([
    'nextjs/app/supabasejs',
    'nextjs/pages/supabasejs',
    'remix/supabasejs',
    'react/create-react-app/supabasejs',
    'react/vite/supabasejs',
    'nuxt/supabasejs',
    'vuejs/supabasejs',
    'sveltekit/supabasejs',
    'solidjs/supabasejs',
    'astro/supabasejs',
    'refine/supabasejs',
    'tanstack/supabasejs',
    'flask/supabasepy',
    'exporeactnative/supabasejs',
    'flutter/supabaseflutter',
    'ionicreact/supabasejs',
    'swift/supabaseswift',
    'androidkotlin/supabasekt',
    'ionicangular/supabasejs',
  ])
  expect(orms.map(({ key }) => key)).toEqual(['prisma', 'drizzle'])
})

test('framework keys are unique across tabs', () => {
  const keys = [...frameworks, ...mobiles, ...orms].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(guides)('$path contains the URL and the key once, and reads todos', ({ files, guide }) => {
  const text = files.map(({ code }) => code).join('\n')
  expect(count(text, values.apiUrl)).toBe(1)
  expect(count(text, values.apiKey)).toBe(1)
  expect(text).toContain('todos')
  expect(guide.install).not.toBe('')
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
})

test.each([...guides, ...orms.map((orm) => ({ path: orm.key, files: orm.files(urls) }))])(
  '$path parses',
  ({ files }) => {
    for (const file of files) {
      for (const { name, code } of scriptsIn(file))
        expect(parseSync(name.replace(/\.js$/, '.jsx'), code).errors, file.name).toEqual([])
      for (const [open, close] of ['()', '[]', '{}'])
        expect(count(file.code, open!), `${open} in ${file.name}`).toBe(count(file.code, close!))
      if (file.name.startsWith('.env'))
        for (const [variable, value] of Object.entries(parseEnv(file.code))) {
          expect(variable).toMatch(/^[A-Z][A-Z0-9_]*$/)
          expect(value).toMatch(/^(http|sb_|postgresql:)/)
        }
      expect(file.code).not.toMatch(/undefined|\[object/)
    }
  },
)

test.each(guides.filter(({ files }) => files[0]?.name.startsWith('.env')))(
  '$path reads the variables that its environment file sets, under the same names',
  ({ files: [environment, ...code] }) => {
    const text = code.map((file) => file.code).join('\n')
    for (const variable of Object.keys(parseEnv(environment!.code))) expect(text).toContain(variable)
  },
)

test('without permission to read keys, only URL and key are empty', () => {
  for (const { guide, path } of guides) {
    const files = guide.files({ apiUrl: '', apiKey: '' })
    expect(
      files.every(({ code }) => code.length > 10),
      path,
    ).toBe(true)
  }
})

test('an ORM uses the pooler for queries and a session for migrations', () => {
  const [environment] = orms[0]!.files(urls)
  expect(parseEnv(environment!.code)).toEqual({
    DATABASE_URL: `${urls.pooled}?pgbouncer=true`,
    DIRECT_URL: urls.direct,
  })
  const [encrypted] = orms[0]!.files({ ...urls, pooled: `${urls.pooled}?sslmode=require` })
  expect(parseEnv(encrypted!.code).DATABASE_URL).toBe(`${urls.pooled}?sslmode=require&pgbouncer=true`)
})

test('dedicated connections that may be unreachable are comments only', () => {
  const dedicated = {
    pooled: 'postgresql://dedicated/a',
    direct: 'postgresql://dedicated/b',
    why: 'With IPv6',
  }
  for (const orm of orms) {
    const [environment] = orm.files({ ...urls, dedicated })
    expect(environment!.code).toContain('# With IPv6')
    expect(environment!.code).toContain(dedicated.pooled)
    expect(Object.values(parseEnv(environment!.code)).join()).not.toContain('dedicated')
  }
})

test('the sample table allows anyone to read and no one to write', () => {
  expect(SAMPLE_SQL).toContain('enable row level security')
  expect(SAMPLE_SQL).toContain('grant select on todos to anon')
})
