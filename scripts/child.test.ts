import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

const child = JSON.stringify(path.join(import.meta.dirname, 'child.ts'))
/** A program that prints its pid and keeps running; its parent under test would then continue with a next step. */
const stays = `process.stdout.write(process.pid + '\\n'); setInterval(() => {}, 1000)`
const parentOf = (program: string) => `
  const { runNode } = await import(${child})
  const code = await runNode(['-e', ${JSON.stringify(program)}])
  console.log('next step after', code)`

async function start(program: string) {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentOf(program)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  parent.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return { parent, output: () => output }
}

const ended = async (parent: ChildProcess) => parent.exitCode ?? (await once(parent, 'exit'))[0]

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const causes: [name: string, stop: (parent: ChildProcess) => void][] = [
  ['SIGTERM', (parent) => parent.kill('SIGTERM')],
  ['SIGINT', (parent) => parent.kill('SIGINT')],
  ['the end of its parent', (parent) => parent.disconnect()],
]

test.each(causes)('%s ends the tool that runs and the steps after it', async (_name, stop) => {
  const { parent, output } = await start(stays)
  await vi.waitFor(() => expect(output()).toMatch(/^\d+\n$/), 10_000)
  const pid = Number(output())
  stop(parent)
  expect(await ended(parent)).toBe(130)
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
  expect(output()).not.toContain('next step')
})

test('the next step gets the exit code of the tool', async () => {
  const { parent, output } = await start('process.exit(7)')
  expect(await ended(parent)).toBe(0)
  await vi.waitFor(() => expect(output()).toBe('next step after 7\n'), 10_000)
})
