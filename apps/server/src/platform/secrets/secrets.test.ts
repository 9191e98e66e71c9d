import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrMakeKey, secretsWith } from './secrets.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'basalt-secrets-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

test('a sealed secret opens with the same key and reveals nothing', () => {
  const secrets = secretsWith(randomBytes(32))
  const sealed = secrets.seal('pässword')
  expect(secrets.open(sealed)).toBe('pässword')
  expect(sealed.includes('pässword')).toBe(false)
  expect(secrets.seal('pässword').equals(sealed)).toBe(false)
})

test('another key or a changed byte opens nothing', () => {
  const sealed = secretsWith(randomBytes(32)).seal('x')
  expect(() => secretsWith(randomBytes(32)).open(sealed)).toThrow()
  const key = randomBytes(32)
  const changed = secretsWith(key).seal('x')
  changed[changed.length - 1]! ^= 1
  expect(() => secretsWith(key).open(changed)).toThrow()
})

test('the key file is created once, readable by its owner only, and restricted again when it was opened up', () => {
  const key = readOrMakeKey(dataDir)
  const file = path.join(dataDir, 'keys', 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(file, 0o644)
  expect(readOrMakeKey(dataDir).equals(key)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a damaged key file is named instead of being replaced', () => {
  const other = mkdtempSync(path.join(os.tmpdir(), 'basalt-secrets-'))
  readOrMakeKey(other)
  const file = path.join(other, 'keys', 'secrets.key')
  writeFileSync(file, 'nonsense')
  expect(() => readOrMakeKey(other)).toThrow(/damaged/)
  expect(readFileSync(file, 'utf8')).toBe('nonsense')
  rmSync(other, { recursive: true })
})
