import { median, report } from './report.ts'
import type { BenchServer } from './server.ts'

const TURNS = 6
const TURN_MS = 1000
/** Until most code is compiled, which depends on the number of calls rather than on time. */
const WARM_UP_CALLS = 10_000

type Work = () => Promise<unknown>

/** What calls of the server are compared with. */
export interface Yardstick {
  /** In the words of the result. */
  what: string
  /** One worker each. */
  works: readonly Work[]
  /** What does its work beside databases; by default the driver in this process. */
  worker?: Worker
  targets: {
    /** Calls per second. */
    rate: string
    /** CPU of everything that works for a call, the databases included. */
    cpu: string
    /** CPU without the databases. */
    ownCpu: string
  }
}

/** A process whose CPU is measured. */
interface Worker {
  /** In the words of the result. */
  name: string
  cpuMicroseconds(): number
}

interface Comparison {
  /** The name of a case; `what` is empty, or says that it measures CPU. */
  bench: (what: string) => string
  /** Calls of the server, one worker each. */
  sends: readonly Work[]
  yardsticks: readonly Yardstick[]
  /** Calls of the server and of each yardstick before they are measured. */
  warmUpCalls?: number
}

/**
 * Calls per second, and the CPU of each: of the server with its databases, and of the server alone. Alternates in turns of a
 * second, so that other load on the machine affects all equally.
 *
 * A call takes the processor in the server and in the database, and so does its yardstick: what the machine does for
 * either is the sum. Nothing is subtracted. The server's timers, which also run in turns of the yardstick, count for the
 * server alone; what databases do in the background counts in whose turn it is done.
 */
export async function compareRates(
  server: BenchServer,
  { bench, sends, yardsticks, warmUpCalls = WARM_UP_CALLS }: Comparison,
) {
  const oneTurn = (works: readonly Work[], { cpuMicroseconds }: Pick<Worker, 'cpuMicroseconds'>) =>
    turn(works, { own: cpuMicroseconds, databases: server.cpuOfDatabases })
  const sent: Turn[] = []
  const compared = yardsticks.map((yardstick) => ({
    worker: driver,
    ...yardstick,
    turns: [] as Turn[],
  }))
  const warmUp = async (works: readonly Work[], worker: Pick<Worker, 'cpuMicroseconds'>) => {
    for (let calls = 0; calls < warmUpCalls; ) calls += (await oneTurn(works, worker)).calls
  }
  await warmUp(sends, server)
  for (const { works, worker } of compared) await warmUp(works, worker)
  for (let count = 0; count < TURNS; count++) {
    sent.push(await oneTurn(sends, server))
    for (const { works, worker, turns } of compared) turns.push(await oneTurn(works, worker))
  }
  const rate = (turns: Turn[]) => median(turns.map(({ perSecond }) => perSecond))
  for (const { what, targets, turns } of compared)
    report({
      bench: bench(''),
      unit: 'per second',
      value: rate(sent),
      yardstick: { what, value: rate(turns) },
      target: targets.rate,
    })
  for (const { worker, targets, turns } of compared) {
    report({
      bench: bench('CPU of the server and its databases: '),
      unit: 'µs',
      value: perCall(sent, ({ own, databases }) => own + databases),
      yardstick: {
        what: `CPU of ${worker.name}, and of the databases`,
        value: perCall(turns, ({ own, databases }) => own + databases),
      },
      target: targets.cpu,
    })
    report({
      bench: bench('CPU of the server alone: '),
      unit: 'µs',
      value: perCall(sent, ({ own }) => own),
      yardstick: { what: `CPU of ${worker.name} alone`, value: perCall(turns, ({ own }) => own) },
      target: targets.ownCpu,
    })
  }
}

interface Cpu {
  /** Of the process that is called, in microseconds. */
  own: number
  /** Of the server's databases. */
  databases: number
}

interface Turn extends Cpu {
  perSecond: number
  calls: number
}

const perCall = (turns: Turn[], cpuOf: (turn: Turn) => number) =>
  turns.reduce((sum, turn) => sum + cpuOf(turn), 0) / turns.reduce((sum, { calls }) => sum + calls, 0)

const driver: Worker = {
  name: 'pg for the same SQL, with no HTTP',
  cpuMicroseconds() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
}

/** Every worker repeats its work for a second. */
async function turn(works: readonly Work[], cpu: { own(): number; databases(): number }): Promise<Turn> {
  // In this order, as reading the databases' CPU may take that of this process.
  const databasesBefore = cpu.databases()
  const ownBefore = cpu.own()
  const from = performance.now()
  let calls = 0
  const workers = works.map(async (work) => {
    while (performance.now() - from < TURN_MS) {
      await work()
      calls += 1
    }
  })
  await Promise.all(workers)
  const perSecond = calls / ((performance.now() - from) / 1000)
  const own = cpu.own() - ownBefore
  return { calls, perSecond, own, databases: cpu.databases() - databasesBefore }
}
