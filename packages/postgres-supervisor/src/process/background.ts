import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * How a program gives way to everyone else: `waited-for` when somebody waits for it, so that a busy disk must not stop it;
 * `whenever` when nobody does, so that it uses the disk only while nobody else wants to.
 */
export type Background = 'waited-for' | 'whenever'

/** A third of the share of the processor that others have. */
const NICE = 5

/**
 * Lets a process that has just been started in a session of its own give way to everyone else: work that takes the processor
 * for a while makes the queries of other databases wait for it. Linux weighs sessions against each other first, unless the
 * system put them into control groups, and derives the order of disk accesses from that value. What a system does not offer
 * is left out.
 */
export function giveWay(pid: number): void {
  for (const yieldBy of [
    () => setPriority(pid, Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW)),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(NICE)),
  ])
    try {
      yieldBy()
    } catch {
      // It may have ended, or the system has no such thing. Then it only competes.
    }
}

/** What to spawn to run a program that also uses the disk only while nobody else does. It takes a few milliseconds more. */
export const inIdleTime = (file: string, args: readonly string[]) => ({
  file: '/bin/sh',
  args: ['-c', 'ionice -c 3 -p $$ 2>/dev/null; exec "$0" "$@"', file, ...args],
})
