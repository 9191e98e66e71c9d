interface Ports {
  first: number
  last: number
}

/**
 * The ports of a range that belong to this worker of the test run: files run in parallel, and ports of their own keep
 * them out of each other's way. With more workers than shares some have the same.
 */
export function portsOfWorker({ first, last }: Ports, count: number): Ports {
  const shares = Math.floor((last - first + 1) / count)
  const own = first + (Number(process.env.VITEST_POOL_ID ?? 0) % shares) * count
  return { first: own, last: own + count - 1 }
}
