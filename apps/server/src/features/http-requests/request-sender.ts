import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { interruptibleSleep } from '../../platform/interruptible-sleep.ts'
import type { ProjectWorker, WorkerEnd, WorkerTools } from '../../platform/project-workers.ts'
import { within } from '../../platform/within.ts'
import {
  CLOSE_TIMEOUT_MS,
  CONCURRENT_REQUESTS,
  POLL_MS,
  RECORD_DELAY_MS,
  REQUESTS_BURST,
  REQUESTS_PER_MINUTE,
  requestAllowance,
  TRIM_MS,
  UNUSED_MS,
} from './http-requests.rules.ts'
import {
  hasRequests,
  type QueuedRequest,
  type RequestAnswer,
  readRequests,
  recordAnswers,
  trimAnswers,
} from './request-queue.ts'

interface Deps extends WorkerTools {
  send(request: QueuedRequest, signal: AbortSignal): Promise<RequestAnswer>
  now: () => Date
}

/**
 * Sends the requests of one project, oldest first, and records their answers. A request without a recorded answer, such
 * as when the server is killed, is sent again; one with an answer never is.
 */
export function requestSender({ session, onIdle, onFailed, send, now }: Deps): ProjectWorker {
  const pause = interruptibleSleep()
  const allowance = requestAllowance(REQUESTS_PER_MINUTE, REQUESTS_BURST, performance.now())
  const sending = new Map<string, Promise<void>>()
  let answers: RequestAnswer[] = []
  const cutOff = new AbortController()
  let isClosed = false
  let idleWaiters: (() => void)[] = []

  const start = (request: QueuedRequest) => {
    const sent = send(request, cutOff.signal)
      .then((answer) => {
        // What was cut off has no answer, and is sent again.
        if (!cutOff.signal.aborted) answers.push(answer)
      })
      .catch(onFailed)
      .finally(() => {
        sending.delete(request.id)
        if (sending.size === 0) pause.wake()
      })
    sending.set(request.id, sent)
  }

  const record = async (client: pg.Client) => {
    // Answers that arrive meanwhile are recorded next time.
    const recorded = [...answers]
    await recordAnswers(client, recorded)
    answers = answers.slice(recorded.length)
  }

  /** Records answers and sends what is allowed. Whether nothing waits or is being sent. */
  const exchangeOnce = async (client: pg.Client): Promise<boolean> => {
    await record(client)
    const room = Math.min(CONCURRENT_REQUESTS - sending.size, allowance.available(performance.now()))
    if (room <= 0) return false
    const held = [...sending.keys(), ...answers.map(({ id }) => id)]
    const due = await readRequests(client, held, room)
    allowance.take(due.length)
    if (!isClosed) for (const request of due) start(request)
    return due.length === 0 && held.length === 0
  }

  const work = async (client: pg.Client): Promise<WorkerEnd> => {
    let lastUse = performance.now()
    let lastTrim = Number.NEGATIVE_INFINITY
    while (!isClosed) {
      pause.listen()
      const waiters = idleWaiters
      if (!(await exchangeOnce(client))) {
        lastUse = performance.now()
        await pause.sleep(RECORD_DELAY_MS)
        continue
      }
      if (performance.now() - lastTrim > TRIM_MS) {
        await trimAnswers(client)
        lastTrim = performance.now()
      }
      await onIdle(undefined)
      idleWaiters = idleWaiters.filter((waiter) => !waiters.includes(waiter))
      for (const done of waiters) done()
      if (performance.now() - lastUse > UNUSED_MS) return 'unneeded'
      await pause.sleep(POLL_MS)
    }
    await within(CLOSE_TIMEOUT_MS, Promise.all(sending.values()))
    cutOff.abort()
    await record(client)
    await onIdle((await hasRequests(client)) ? now() : undefined)
    return 'closed'
  }

  const run = async (): Promise<WorkerEnd> => {
    try {
      return (await session(work)) ?? 'stopped'
    } catch (error) {
      // Restarts end connections; whether the database runs is decided by the caller.
      if (!(error instanceof AppError && error.code === 'instance_unavailable')) onFailed(error)
      return 'stopped'
    } finally {
      isClosed = true
      cutOff.abort()
      // A successor must not send what is still being sent.
      await Promise.all(sending.values())
      for (const done of idleWaiters) done()
    }
  }
  const running = run()

  return {
    ended: running,
    settled: () =>
      new Promise<void>((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
        void running.then(() => resolve())
        pause.wake()
      }),
    refresh: pause.wake,
    async close() {
      isClosed = true
      pause.wake()
      await running
    },
  }
}
