import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { startChaosServer } from './chaos-server.ts'

/** Rows that are changed, and changed rows of one statement. */
const ROWS = 50
const ROWS_AT_ONCE = 20
/** A wait ends when nothing has been delivered for this long. */
const NO_PROGRESS_MS = 60_000

export interface TortureResult {
  /** Committed changes. */
  changes: number
  /** Changes that arrived. */
  arrived: number
  /** Changes that arrived for the first time after a later one of the same row. */
  outOfOrder: number
  /** Requests for changes that had arrived before. */
  repeated: number
  kills: number
  /** Milliseconds from the first change to the last delivery, restarts included. */
  ms: number
}

/** Kills a server while it delivers changes, at even numbers of deliveries. Each change raises the step of a row by 1. */
export async function tortureWebhooks(
  dataDir: string,
  { changes, kills, log = () => undefined }: { changes: number; kills: number; log?: (text: string) => void },
): Promise<TortureResult> {
  const receiver = await openReceiver()
  const server = await startChaosServer(dataDir, 1, { BASALT_PRIVATE_NETWORKS: 'allow' })
  try {
    const ref = server.refs[0]!
    await server.query(ref, 'create table counters (id int primary key, step int not null)')
    await server.query(ref, `insert into counters select id, 0 from generate_series(1, ${ROWS}) id`)
    await server.call(createTableWebhook, {
      params: { ref },
      body: {
        id: randomUUID(),
        name: 'torture',
        schema: 'public',
        table: 'counters',
        events: ['UPDATE'],
        url: receiver.url,
      },
    })
    const startedAt = performance.now()
    let killed = 0
    let attempted = 0
    while (attempted < changes || killed < kills) {
      // A statement that fails may have been committed: the rows tell.
      if (attempted < changes) {
        attempted += ROWS_AT_ONCE
        const first = 1 + (attempted % ROWS)
        const ids = Array.from({ length: ROWS_AT_ONCE }, (_, index) => 1 + ((first + index * 7) % ROWS))
        const text = `update counters set step = step + 1 where id in (${ids.join(', ')})`
        await server.query(ref, text).catch(() => undefined)
      }
      const goal = Math.floor((changes * (killed + 1)) / (kills + 1))
      if (killed >= kills) continue
      if (attempted >= changes) await whileProgress(receiver.arrived, () => receiver.arrived() >= goal)
      if (receiver.arrived() < goal) continue
      killed++
      log(`kill ${killed} after ${receiver.arrived()} deliveries`)
      await server.process.stop('SIGKILL')
      await server.restart()
      await server.whenHealthy(ref)
    }
    const committed = (
      (await server.query(ref, 'select sum(step)::int as total from counters')) as {
        total: number
      }[]
    )[0]!.total
    await whileProgress(receiver.arrived, () => receiver.arrived() >= committed)
    return {
      changes: committed,
      arrived: receiver.arrived(),
      outOfOrder: receiver.outOfOrder(),
      repeated: receiver.repeated(),
      kills: killed,
      ms: Math.round(performance.now() - startedAt),
    }
  } finally {
    await server.process.stop()
    await receiver.close()
  }
}

/** Waits until it is done, however long that takes, as long as the count grows. */
async function whileProgress(count: () => number, isDone: () => boolean) {
  while (!isDone()) {
    const before = count()
    await waitFor(() => isDone() || count() > before, { timeoutMs: NO_PROGRESS_MS }).catch((cause) => {
      throw new Error(`Nothing was delivered for ${NO_PROGRESS_MS / 1000} s, after ${before} deliveries`, {
        cause,
      })
    })
  }
}

async function openReceiver() {
  /** The highest step of each row that has arrived. */
  const steps = new Map<number, number>()
  let arrived = 0
  let outOfOrder = 0
  let repeated = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, step } = JSON.parse(body).record as { id: number; step: number }
    const last = steps.get(id) ?? 0
    if (step <= last) repeated++
    else {
      if (step > last + 1) outOfOrder++
      else arrived++
      steps.set(id, step)
    }
    response.writeHead(204).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived: () => arrived,
    outOfOrder: () => outOfOrder,
    repeated: () => repeated,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
