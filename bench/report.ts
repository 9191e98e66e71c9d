/** One case: what was measured, what it is compared with in the same run, and the target. */
export interface Result {
  bench: string
  unit: 'ms' | 'µs' | 'MB' | 'KB' | 'ratio' | 'elements' | 'per second' | '% of a core' | 'a minute'
  value: number
  yardstick?: { what: string; value: number }
  /** As text, for example `≤ 2×`. */
  target: string
}

const rounded = (value: number) => Number(value.toPrecision(3))

/** Prints a case as one line of JSON, with its ratio to the yardstick. */
export function report({ yardstick, ...result }: Result) {
  console.log(
    JSON.stringify({
      ...result,
      value: rounded(result.value),
      ...(yardstick && {
        yardstick: { ...yardstick, value: rounded(yardstick.value) },
        ratio: rounded(result.value / yardstick.value),
      }),
    }),
  )
}

export const median = (values: number[]) => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The duration of some work, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>) {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Runs the work several times and returns the median duration in milliseconds. */
export async function medianOf(times: number, work: () => Promise<unknown>) {
  const measured: number[] = []
  for (let count = 0; count < times; count++) measured.push(await timeOf(work))
  return median(measured)
}
