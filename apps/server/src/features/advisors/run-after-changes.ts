import { RUN_AFTER_CHANGE_MS } from '@basalt/contract/advisors/advisors.rules.ts'

interface Deps {
  run(ref: string): Promise<void>
  onError(error: unknown, ref: string): void
}

/** Runs the lints of a project once no change of its schema has been seen for a moment. */
export function runAfterChanges({ run, onError }: Deps) {
  const timers = new Map<string, NodeJS.Timeout>()
  const forget = (ref: string) => {
    clearTimeout(timers.get(ref))
    timers.delete(ref)
  }
  return {
    changed(ref: string) {
      forget(ref)
      const timer = setTimeout(() => {
        timers.delete(ref)
        run(ref).catch((error) => onError(error, ref))
      }, RUN_AFTER_CHANGE_MS)
      timer.unref()
      timers.set(ref, timer)
    },
    forget,
    close() {
      for (const ref of timers.keys()) forget(ref)
    },
  }
}
