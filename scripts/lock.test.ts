import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basalt-lock-'))
  lock = path.join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the second holder enters after the first has left', async () => {
  const order: string[] = []
  const working = Promise.withResolvers<void>()
  const first = withLock(lock, async () => {
    order.push('first in')
    await working.promise
    order.push('first out')
  })
  const second = withLock(lock, () => order.push('second in'))
  working.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first in', 'first out', 'second in'])
  expect(existsSync(lock)).toBe(false)
})

test('work that throws releases the lock', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
  expect(existsSync(lock)).toBe(false)
})

test('a lock that a killed process left is taken over', async () => {
  const script = `import { withLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.mjs'))}
    await withLock(${JSON.stringify(lock)}, () => new Promise(() => setInterval(() => {}, 1000)))`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  await vi.waitFor(
    () => expect(readFileSync(path.join(lock, 'pid'), 'utf8')).toBe(String(holder.pid)),
    10_000,
  )
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  expect(await withLock(lock, () => 'mine')).toBe('mine')
})

test('a lock without an owner is taken over once it is old', async () => {
  mkdirSync(lock)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await withLock(lock, () => 'mine')).toBe('mine')
})

test('a folder that is not writable is an error at once', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(withLock(path.join(file, 'lock'), () => 'mine')).rejects.toThrow('ENOTDIR')
})
