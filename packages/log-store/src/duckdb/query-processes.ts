import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  IDLE_PROCESS_MS,
  MEMORY_CHECK_MS,
  PROCESS_MEMORY_MB,
  QUERIES_MAX,
  QUERY_DEADLINE_MS,
} from '../log-store.rules.ts'
import { type MemoryGroups, openMemoryGroups } from './memory-groups.ts'
import { QueryError } from './query-error.ts'
import type { Answer, Job, QueryResult } from './query-messages.ts'
import { residentBytes } from './resident-memory.ts'

const CHILD = new URL('./query-child.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
/** How long a stop waits for killed processes, which only a stuck disk keeps. */
const ENDING_MS = 1_000

interface Options {
  queriesMax?: number
  deadlineMs?: number
  memoryMb?: number
  memoryCheckMs?: number
  idleMs?: number
}

interface Launched {
  readonly process: ChildProcess
  /** Resolves when it has ended, to whether the system ended it because of its memory. */
  readonly ended: Promise<boolean>
}

export type QueryProcesses = ReturnType<typeof queryProcesses>

/**
 * Runs queries in processes of their own, a few at a time; others wait in line. A process that exceeds its time or memory is
 * killed; where the system offers control groups, one bounds its memory. One that ran a user's query ends with it; others
 * are kept for a while. Nothing of DuckDB is loaded in this process.
 */
export function queryProcesses({
  queriesMax = QUERIES_MAX,
  deadlineMs = QUERY_DEADLINE_MS,
  memoryMb = PROCESS_MEMORY_MB,
  memoryCheckMs = MEMORY_CHECK_MS,
  idleMs = IDLE_PROCESS_MS,
}: Options = {}) {
  const idle: { child: Launched; timer: NodeJS.Timeout }[] = []
  const running = new Set<Launched>()
  const ending = new Set<Promise<boolean>>()
  let opened: Promise<MemoryGroups | undefined> | undefined
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

  const keep = (child: Launched) => {
    if (isClosed || !child.process.connected) return end(child)
    child.process.unref()
    child.process.channel?.unref()
    const entry = {
      child,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1)
        end(child)
      }, idleMs).unref(),
    }
    idle.push(entry)
  }

  const obtain = (): Launched | Promise<Launched> => {
    for (;;) {
      const kept = idle.pop()
      if (!kept) return launch()
      clearTimeout(kept.timer)
      if (!kept.child.process.connected) continue
      kept.child.process.ref()
      kept.child.process.channel?.ref()
      return kept.child
    }
  }

  /** Without the environment, which may hold secrets. */
  const launch = async (): Promise<Launched> => {
    opened ??= openMemoryGroups()
    const group = await (await opened)?.make(memoryMb * MEGABYTE)
    const child = fork(CHILD, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const exited = new Promise<void>((done) => {
      child.once('exit', () => done())
      // Of one that runs, an exit follows.
      child.on('error', () => child.pid === undefined && done())
    })
    const ended = exited.then(() => group?.remove() ?? false)
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
    // Where this fails, its memory is only measured.
    if (child.pid !== undefined) await group?.add(child.pid).catch(() => undefined)
    return { process: child, ended }
  }

  async function run(job: Job): Promise<QueryResult> {
    await enter()
    let child: Launched | undefined
    try {
      child = await obtain()
      // Those that run are ended when it closes; this one was not among them.
      if (isClosed) throw new QueryError('failed', 'The server is stopping.')
      running.add(child)
      const answered = await answerOf(child, job, { deadlineMs, memoryMb, memoryCheckMs })
      if (job.kind === 'trusted') keep(child)
      else end(child)
      if ('result' in answered) return answered.result
      if ('tooLarge' in answered)
        throw new QueryError(
          'too_large',
          'The result is larger than 10 MB. Select fewer columns, or add a limit.',
        )
      throw new QueryError('invalid', answered.refused)
    } catch (error) {
      const isHarmless = error instanceof QueryError && ['invalid', 'too_large'].includes(error.code)
      if (child && !isHarmless) end(child)
      throw error
    } finally {
      if (child) running.delete(child)
      leave()
    }
  }

  return {
    run,
    /** Process ids, for tests of what is left over. */
    pids: () => [...running, ...idle.map(({ child }) => child)].flatMap(({ process: { pid } }) => pid ?? []),

    /** Ends all processes, and waits a moment for the last ones. */
    async close() {
      isClosed = true
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        end(child)
      }
      for (const child of running) end(child)
      // Nothing else may keep this program running until then.
      const waiting = new AbortController()
      await Promise.race([
        Promise.all(ending),
        sleep(ENDING_MS, undefined, { signal: waiting.signal }),
      ]).finally(() => waiting.abort())
    },
  }
}

const end = ({ process: child }: Launched) => void child.kill('SIGKILL')

async function answerOf(
  { process: child, ended }: Launched,
  job: Job,
  { deadlineMs, memoryMb, memoryCheckMs }: { deadlineMs: number; memoryMb: number; memoryCheckMs: number },
): Promise<Answer> {
  const done = new AbortController()
  const { signal } = done
  let reason: QueryError | undefined
  const endWith = (error: QueryError) => {
    reason ??= error
    child.kill('SIGKILL')
  }
  const tooMuch = () =>
    new QueryError(
      'too_much_memory',
      `The query was stopped because it needed more than ${memoryMb} MB of memory. Choose a shorter time range, or group by fewer fields.`,
    )
  const deadline = setTimeout(
    () =>
      endWith(
        new QueryError(
          'too_slow',
          `The query was stopped after ${seconds(deadlineMs)}. Choose a shorter time range, or filter by more fields.`,
        ),
      ),
    deadlineMs,
  )
  const memory = setInterval(async () => {
    const bytes = child.pid === undefined ? undefined : await residentBytes(child.pid)
    if (bytes !== undefined && bytes > memoryMb * MEGABYTE) endWith(tooMuch())
  }, memoryCheckMs)
  const exit = ended.then((isOutOfMemory) => {
    if (reason) throw reason
    if (isOutOfMemory) throw tooMuch()
    throw new QueryError(
      'failed',
      `The process of the query ended (${child.signalCode ?? child.exitCode}). Try again.`,
    )
  })
  // Nobody waits for it once there is an answer.
  exit.catch(() => undefined)
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
