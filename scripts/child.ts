import { type ChildProcess, spawn } from 'node:child_process'
import { inRepository, repository } from './repository.ts'

/** The path of each tool's program. Running it by path involves neither a shell nor PATH. */
const programs = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
}
export type Tool = keyof typeof programs

type Environment = Record<string, string | undefined>

/** Runs a tool and resolves with its exit code; see `runNode`. */
export const runTool = (tool: Tool, args: string[], env: Environment = {}) =>
  runNode([inRepository('node_modules', programs[tool]), ...args], env)

/** Starts a tool that keeps running; see `startNode`. */
export const startTool = (tool: Tool, args: string[], env: Environment = {}) =>
  startNode([inRepository('node_modules', programs[tool]), ...args], env)

/**
 * Runs a program with the pinned Node and resolves with its exit code. A signal to this process is passed on to the child,
 * and this process exits with it instead of continuing with its next step.
 */
export async function runNode(args: string[], env: Environment = {}): Promise<number> {
  const { ended, isStopped } = startNode(args, env)
  const code = await ended
  if (isStopped()) process.exit(STOPPED_EXIT_CODE)
  return code
}

/** The exit code that a shell reports for a program ended by Ctrl-C. */
const STOPPED_EXIT_CODE = 130
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Starts a program with the pinned Node; it is stopped when this process is. */
export function startNode(args: string[], env: Environment = {}) {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    // No tool may wait for input, because there may be no one to give it.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  let stopped = false
  const passOn = (signal: NodeJS.Signals) => {
    stopped = true
    child.kill(signal)
  }
  // The bootstrap holds the other end of the channel: without it, nothing can stop this process.
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
