import { KeyedQueue } from '../../platform/keyed-queue.ts'

/** Runs the work on one instance one after the other. Different instances do not wait for each other. */
export interface WorkQueue {
  add(id: string, work: () => Promise<void>): Promise<void>
  /** Like `add`, but returns the outcome; the caller handles a failure. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Whether work on this instance is running or queued. */
  isBusy(id: string): boolean
  /** Resolves once everything that was added has ended. */
  idle(): Promise<void>
}

export function createWorkQueue(onError: (id: string, error: unknown) => void): WorkQueue {
  const turns = new KeyedQueue()
  return {
    add: (id, work) => turns.run(id, work).catch((error) => onError(id, error)),
    run: (id, work) => turns.run(id, work),
    isBusy: (id) => turns.isBusy(id),
    idle: () => turns.idle(),
  }
}
