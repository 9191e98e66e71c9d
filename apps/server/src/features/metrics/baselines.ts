import { BASELINES_MAX } from './metrics.rules.ts'

/** The last counts of each project, of at most BASELINES_MAX projects: those that were measured last. */
export function baselines<T>() {
  const byRef = new Map<string, T>()
  return {
    /** Remembers the counts and returns those from before; undefined without any. */
    replace(ref: string, next: T): T | undefined {
      const before = byRef.get(ref)
      byRef.delete(ref)
      byRef.set(ref, next)
      if (byRef.size > BASELINES_MAX) byRef.delete(byRef.keys().next().value!)
      return before
    },
    forget: (ref: string) => void byRef.delete(ref),
  }
}
