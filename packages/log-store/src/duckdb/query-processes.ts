import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  IDLE_PROCESS_MS,
  MEMORY_CHECK_MS,
  PROCESS_MEMORY_MB,
  QUERIES_MAX,
  QUERY_DEADLINE_MS,
} from '../log-store.rules.ts'
import { QueryError } from './query-error.ts'
import type { Answer, Job, QueryResult } from './query-messages.ts'
import { residentBytes } from './resident-memory.ts'

const CHILD = new URL('./query-child.ts', import.meta.url)
const MEGABYTE = 1024 * 1024

interface Options {
  queriesMax?: number
  deadlineMs?: number
  memoryMb?: number
  idleMs?: number
}

export type QueryProcesses = ReturnType<typeof queryProcesses>

/**
 * Runs queries in processes of their own, a few at a time; others wait in line. A process that exceeds its time or memory is
 * killed. One that ran a user's query ends with it; others are kept for a while. Nothing of DuckDB is loaded in this process.
 */
export function queryProcesses({
  queriesMax = QUERIES_MAX,
  deadlineMs = QUERY_DEADLINE_MS,
  memoryMb = PROCESS_MEMORY_MB,
  idleMs = IDLE_PROCESS_MS,
}: Options = {}) {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const running = new Set<ChildProcess>()
  const waiting: (() => void)[] = []
  let active = 0
  let isClosed = false

  const enter = async () => {
    if (isClosed) throw new QueryError('failed', 'The server is stopping.')
    if (active < queriesMax) active += 1
    else await new Promise<void>((go) => waiting.push(go))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else active -= 1
  }

  const keep = (child: ChildProcess) => {
    if (isClosed || !child.connected) return void child.kill('SIGKILL')
    child.unref()
    child.channel?.unref()
    const entry = {
      child,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1)
        child.kill('SIGKILL')
      }, idleMs).unref(),
    }
    idle.push(entry)
  }

  const obtain = (): ChildProcess => {
    for (;;) {
      const kept = idle.pop()
      if (!kept) return launch()
      clearTimeout(kept.timer)
      if (!kept.child.connected) continue
      kept.child.ref()
      kept.child.channel?.ref()
      return kept.child
    }
  }

  /** Without the environment, which may hold secrets. */
  const launch = () => {
    const child = fork(CHILD, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // An exit follows.
    child.on('error', () => undefined)
    return child
  }

  async function run(job: Job): Promise<QueryResult> {
    await enter()
    let child: ChildProcess | undefined
    try {
      if (isClosed) throw new QueryError('failed', 'The server is stopping.')
      child = obtain()
      running.add(child)
      const answered = await answerOf(child, job, { deadlineMs, memoryMb })
      if (job.kind === 'trusted') keep(child)
      else child.kill('SIGKILL')
      if ('result' in answered) return answered.result
      if ('tooLarge' in answered)
        throw new QueryError(
          'too_large',
          'The result is larger than 10 MB. Select fewer columns, or add a limit.',
        )
      throw new QueryError('invalid', answered.refused)
    } catch (error) {
      if (!(error instanceof QueryError && ['invalid', 'too_large'].includes(error.code)))
        child?.kill('SIGKILL')
      throw error
    } finally {
      if (child) running.delete(child)
      leave()
    }
  }

  return {
    run,
    /** Process ids, for tests of what is left over. */
    pids: () => [...running, ...idle.map(({ child }) => child)].flatMap(({ pid }) => pid ?? []),
    close() {
      isClosed = true
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        child.kill('SIGKILL')
      }
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

async function answerOf(
  child: ChildProcess,
  job: Job,
  { deadlineMs, memoryMb }: { deadlineMs: number; memoryMb: number },
): Promise<Answer> {
  const done = new AbortController()
  const { signal } = done
  let reason: QueryError | undefined
  const end = (error: QueryError) => {
    reason ??= error
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(
    () =>
      end(
        new QueryError(
          'too_slow',
          `The query was stopped after ${seconds(deadlineMs)}. Choose a shorter time range, or filter by more fields.`,
        ),
      ),
    deadlineMs,
  )
  const memory = setInterval(async () => {
    const bytes = child.pid === undefined ? undefined : await residentBytes(child.pid)
    if (bytes !== undefined && bytes > memoryMb * MEGABYTE)
      end(
        new QueryError(
          'too_much_memory',
          `The query was stopped because it needed more than ${memoryMb} MB of memory. Choose a shorter time range, or group by fewer fields.`,
        ),
      )
  }, MEMORY_CHECK_MS)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw (
      reason ?? new QueryError('failed', `The process of the query ended (${killedBy ?? code}). Try again.`)
    )
  })
  const answer = once(child, 'message', { signal }).then(([message]) => message as Answer)
  try {
    // A failure to send is followed by an exit.
    child.send(job, () => undefined)
    return await Promise.race([answer, exit])
  } finally {
    clearTimeout(deadline)
    clearInterval(memory)
    done.abort()
  }
}

const seconds = (ms: number) =>
  (ms / 1000).toLocaleString('en', { style: 'unit', unit: 'second', unitDisplay: 'long' })
