/** Lets so many pieces of work go on at a time; the others wait in the order in which they came. */
export function createTurns(atOnce: number) {
  let busy = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
