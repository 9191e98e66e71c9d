import { spawn } from 'node:child_process'
import type { Account } from '../account/account.ts'
import { type Background, giveWay, inIdleTime } from './background.ts'
import { isolatedEnvironment } from './environment.ts'

/** Enough for the final messages of any tool; verbose output must not fill memory. */
const OUTPUT_MAX_BYTES = 64 * 1024

export interface RunOptions {
  /** The account the program runs as; this program's own when absent. */
  as?: Account | undefined
  stdin?: string
  cwd?: string
  /** How it gives way to other programs; it does not when absent. */
  background?: Background | undefined
  /** Kills the program at once when it is aborted: what it was writing is worth nothing then. */
  signal?: AbortSignal | undefined
}

/** A program that could not be run, or that failed. `output` is the end of what it printed. */
export class CommandError extends Error {
  readonly output: string

  constructor(file: string, output: string, cause?: unknown) {
    const lines = output.trim().split('\n')
    // PostgreSQL may log more after what failed.
    const failure = lines.findLast((line) => /(?:ERROR|FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
    super(`${file} failed: ${failure}`, { cause })
    this.name = 'CommandError'
    this.output = output
  }
}

/** Runs a program to its end and returns what it printed. @throws CommandError */
export function run(file: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { background, signal } = options
    const program = background === 'whenever' ? inIdleTime(file, args) : { file, args }
    const child = spawn(program.file, program.args, {
      cwd: options.cwd ?? '/',
      env: isolatedEnvironment(),
      detached: background !== undefined,
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(options.as && { uid: options.as.uid, gid: options.as.gid }),
    })
    if (background && child.pid !== undefined) giveWay(child.pid)
    const kill = () => void child.kill('SIGKILL')
    signal?.addEventListener('abort', kill)
    if (signal?.aborted) kill()
    child.once('close', () => signal?.removeEventListener('abort', kill))
    let output = ''
    const append = (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_MAX_BYTES)
    }
    child.stdout?.setEncoding('utf8').on('data', append)
    child.stderr?.setEncoding('utf8').on('data', append)
    child.once('error', (cause) => reject(new CommandError(file, cause.message, cause)))
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new CommandError(file, output))))
    // A program that exits before reading its input closes the pipe; its exit code is reported instead.
    child.stdin?.on('error', () => {})
    child.stdin?.end(options.stdin)
  })
}
