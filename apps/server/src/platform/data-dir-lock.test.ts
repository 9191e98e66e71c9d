import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'basalt-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a second server learns the address of the first', async () => {
  const lock = await lockDataDir(dataDir, 'http://127.0.0.1:4000')
  await expect(lockDataDir(dataDir, 'http://127.0.0.1:4001')).rejects.toThrow('at http://127.0.0.1:4000')
  lock.release()
})

test('the lock of a killed server is free', async () => {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-dir-lock.ts'))})
    await lockDataDir(${JSON.stringify(dataDir)}, 'nowhere')
    console.log('locked')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  await expect(lockDataDir(dataDir, 'x')).rejects.toThrow('already running')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockDataDir(dataDir, 'x')
  lock.release()
})

test('a path too long for a socket is locked too', async () => {
  const deep = mkdtempSync(path.join(dataDir, 'x'.repeat(120)))
  const lock = await lockDataDir(deep, 'here')
  await expect(lockDataDir(deep, 'there')).rejects.toThrow('here')
  lock.release()
})
