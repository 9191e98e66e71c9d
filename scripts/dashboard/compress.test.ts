import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFolder } from './compress.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basalt-compress-'))
  mkdirSync(path.join(folder, 'assets'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('text files get a compressed copy', async () => {
  const text = 'select 1;\n'.repeat(1000)
  writeFileSync(path.join(folder, 'assets', 'app.js'), text)
  await compressFolder(folder)
  const compressed = readFileSync(path.join(folder, 'assets', 'app.js.br'))
  expect(compressed.length).toBeLessThan(text.length / 10)
  expect(brotliDecompressSync(compressed).toString()).toBe(text)
})

test('fonts and very small files are left alone', async () => {
  writeFileSync(path.join(folder, 'assets', 'font.woff2'), 'x'.repeat(5000))
  writeFileSync(path.join(folder, 'assets', 'tiny.js'), 'x')
  await compressFolder(folder)
  expect(existsSync(path.join(folder, 'assets', 'font.woff2.br'))).toBe(false)
  expect(existsSync(path.join(folder, 'assets', 'tiny.js.br'))).toBe(false)
})
