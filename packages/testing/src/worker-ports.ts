interface Ports {
  first: number
  last: number
}

/**
 * This test worker's share of a port range, so that test files that run in parallel do not conflict. With more workers
 * than shares, some use the same.
 */
export function portsOfWorker({ first, last }: Ports, count: number): Ports {
  const shares = Math.floor((last - first + 1) / count)
  const own = first + (Number(process.env.VITEST_POOL_ID ?? 0) % shares) * count
  return { first: own, last: own + count - 1 }
}
