import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dashboardDigest } from './sources.ts'

let repository: string
const write = (file: string, text: string) => {
  mkdirSync(path.join(repository, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(repository, file), text)
}
beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'basalt-sources-'))
  write('apps/dashboard/src/main.tsx', 'main')
  write('apps/dashboard/index.html', 'page')
  write('packages/contract/src/endpoint.ts', 'endpoint')
})
afterEach(() => rmSync(repository, { recursive: true, force: true }))

test.each([
  ['apps/dashboard/src/main.tsx'],
  ['apps/dashboard/src/styles/app.css'],
  ['apps/dashboard/public/favicon.svg'],
  ['apps/dashboard/index.html'],
  ['packages/contract/src/endpoint.ts'],
  ['packages/sql/src/quote.ts'],
  ['package-lock.json'],
])('changing %s requires a new build', (file) => {
  const before = dashboardDigest(repository)
  write(file, 'changed')
  expect(dashboardDigest(repository)).not.toBe(before)
})

test.each([
  ['apps/dashboard/src/ui/Button.test.tsx'],
  ['apps/dashboard/src/routeTree.gen.ts'],
  ['apps/server/src/app.ts'],
])('changing %s does not', (file) => {
  const before = dashboardDigest(repository)
  write(file, 'changed')
  expect(dashboardDigest(repository)).toBe(before)
})

test('moving text from one file to another changes the digest', () => {
  write('apps/dashboard/src/a.ts', 'one')
  write('apps/dashboard/src/b.ts', 'two')
  const before = dashboardDigest(repository)
  write('apps/dashboard/src/a.ts', 'onetwo')
  write('apps/dashboard/src/b.ts', '')
  expect(dashboardDigest(repository)).not.toBe(before)
})
