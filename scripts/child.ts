import { type ChildProcess, spawn } from 'node:child_process'
import { inRepository, repository } from './repository.ts'

/** Where each tool's program lies; run by path, so that no shell and no PATH decides which one it is. */
const programs = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
}
export type Tool = keyof typeof programs

type Environment = Record<string, string | undefined>

/** Runs a tool to its end and resolves with its exit code; see `runNode`. */
export const runTool = (tool: Tool, args: string[], env: Environment = {}) =>
  runNode([inRepository('node_modules', programs[tool]), ...args], env)

/** Starts a tool that stays; see `startNode`. */
export const startTool = (tool: Tool, args: string[], env: Environment = {}) =>
  startNode([inRepository('node_modules', programs[tool]), ...args], env)

/**
 * Runs the pinned Node on a program to its end and resolves with its exit code. When this process is told to stop,
 * the child is told the same and this process ends with it, instead of going on to its next step.
 */
export async function runNode(args: string[], env: Environment = {}): Promise<number> {
  const { ended, isStopped } = startNode(args, env)
  const code = await ended
  if (isStopped()) process.exit(STOPPED_EXIT_CODE)
  return code
}

/** What a shell reports for a program ended by Ctrl-C. */
const STOPPED_EXIT_CODE = 130
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Starts the pinned Node on a program, which is stopped when this process is. */
export function startNode(args: string[], env: Environment = {}) {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    // No tool may wait for an answer: there may be nobody to give one.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  let stopped = false
  const passOn = (signal: NodeJS.Signals) => {
    stopped = true
    child.kill(signal)
  }
  // The bootstrap holds the other end of the channel: when it is gone, nobody is left to stop this process.
  const onDisconnect = () => passOn('SIGTERM')
  for (const signal of signals) process.on(signal, passOn)
  process.on('disconnect', onDisconnect)
  const ended = exitOf(child).finally(() => {
    for (const signal of signals) process.off(signal, passOn)
    process.off('disconnect', onDisconnect)
  })
  return { ended, isStopped: () => stopped, stop: () => child.kill('SIGTERM') }
}

const exitOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
