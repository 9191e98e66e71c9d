import { median, report } from './report.ts'
import type { BenchServer } from './server.ts'

const TURNS = 6
/** Until the server's code is compiled, which depends on the number of calls rather than on time. */
const WARM_UP_CALLS = 10_000

type Work = () => Promise<unknown>

interface Comparison {
  /** The name of a case; `what` is empty, or says that it measures CPU. */
  bench: (what: string) => string
  /** Calls of the server, one worker each. */
  sends: Work[]
  /** What is compared with them, in the words of the result. */
  yardstick: string
  directs: Work[]
  target: string
  cpuTarget: string
}

/**
 * Calls per second, and the CPU of the server for each. The yardstick has the CPU of the driver. Alternates in turns of a
 * second, so that other load on the machine affects both equally.
 */
export async function compareRates(
  server: BenchServer,
  { bench, sends, yardstick, directs, target, cpuTarget }: Comparison,
) {
  const sent: Turn[] = []
  const direct: Turn[] = []
  for (let calls = 0; calls < WARM_UP_CALLS; ) calls += (await turn(sends, ownCpu, 1)).calls
  await turn(directs, ownCpu, 1)
  for (let count = 0; count < TURNS; count++) {
    sent.push(await turn(sends, server.cpuMicroseconds, 1))
    direct.push(await turn(directs, ownCpu, 1))
  }
  const rate = (turns: Turn[]) => median(turns.map(({ perSecond }) => perSecond))
  report({
    bench: bench(''),
    unit: 'per second',
    value: rate(sent),
    yardstick: { what: yardstick, value: rate(direct) },
    target,
  })
  report({
    bench: bench('CPU of the server: '),
    unit: 'µs',
    value: cpuOf(sent),
    yardstick: { what: 'CPU of pg for the same SQL, with no HTTP', value: cpuOf(direct) },
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

const ownCpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Every worker repeats its work for this many seconds. */
async function turn(works: Work[], cpuNow: () => number, seconds: number): Promise<Turn> {
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
