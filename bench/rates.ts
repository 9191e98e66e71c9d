import { median, report } from './report.ts'
import type { BenchServer } from './server.ts'

const TURNS = 6
/** Until the server's code is compiled, which depends on the number of calls rather than on time. */
const WARM_UP_CALLS = 10_000

type Work = () => Promise<unknown>

/** What calls of the server are compared with. */
export interface Yardstick {
  /** In the words of the result. */
  what: string
  /** One worker each. */
  works: readonly Work[]
  target: string
  /** Whose CPU its work takes, in the words of the result; by default that of the driver in this process. */
  cpu?: { what: string; now(): number }
  cpuTarget: string
}

interface Comparison {
  /** The name of a case; `what` is empty, or says that it measures CPU. */
  bench: (what: string) => string
  /** Calls of the server, one worker each. */
  sends: readonly Work[]
  yardsticks: readonly Yardstick[]
}

/**
 * Calls per second, and the CPU of the server for each. Alternates in turns of a second, so that other load on the
 * machine affects all equally.
 */
export async function compareRates(server: BenchServer, { bench, sends, yardsticks }: Comparison) {
  const sent: Turn[] = []
  const compared = yardsticks.map((yardstick) => ({ ...ofDriver, ...yardstick, turns: [] as Turn[] }))
  for (let calls = 0; calls < WARM_UP_CALLS; ) calls += (await turn(sends, server.cpuMicroseconds, 1)).calls
  for (const { works, cpu } of compared) await turn(works, cpu.now, 1)
  for (let count = 0; count < TURNS; count++) {
    sent.push(await turn(sends, server.cpuMicroseconds, 1))
    for (const { works, cpu, turns } of compared) turns.push(await turn(works, cpu.now, 1))
  }
  const rate = (turns: Turn[]) => median(turns.map(({ perSecond }) => perSecond))
  for (const { what, target, turns } of compared)
    report({
      bench: bench(''),
      unit: 'per second',
      value: rate(sent),
      yardstick: { what, value: rate(turns) },
      target,
    })
  for (const { cpu, cpuTarget, turns } of compared)
    report({
      bench: bench('CPU of the server: '),
      unit: 'µs',
      value: cpuOf(sent),
      yardstick: { what: cpu.what, value: cpuOf(turns) },
      target: cpuTarget,
    })
}

interface Turn {
  perSecond: number
  calls: number
  cpu: number
}

const cpuOf = (turns: Turn[]) =>
  turns.reduce((sum, { cpu }) => sum + cpu, 0) / turns.reduce((sum, { calls }) => sum + calls, 0)

const ofDriver = {
  cpu: {
    what: 'CPU of pg for the same SQL, with no HTTP',
    now() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
  },
}

/** Every worker repeats its work for this many seconds. */
async function turn(works: readonly Work[], cpuNow: () => number, seconds: number): Promise<Turn> {
  const cpuBefore = cpuNow()
  const from = performance.now()
  let calls = 0
  const workers = works.map(async (work) => {
    while (performance.now() - from < seconds * 1000) {
      await work()
      calls += 1
    }
  })
  await Promise.all(workers)
  return { calls, perSecond: calls / ((performance.now() - from) / 1000), cpu: cpuNow() - cpuBefore }
}
