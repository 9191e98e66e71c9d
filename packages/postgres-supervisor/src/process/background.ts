/**
 * How a program gives way to everyone else: `waited-for` when somebody waits for it, so that a busy disk must not stop it;
 * `whenever` when nobody does, so that it uses the disk only while nobody else wants to.
 */
export type Background = 'waited-for' | 'whenever'

/** Lowest of the usual class, and the idle class. */
const DISK: Record<Background, string> = { 'waited-for': '-c 2 -n 7', whenever: '-c 3' }

/**
 * A third of the share of the processor that others have. Linux weighs sessions against each other first, unless the
 * system put them into control groups; what a system does not offer is left out.
 */
const yielding = (background: Background) => `
  ionice ${DISK[background]} -p $$ 2>/dev/null
  { echo 5 >/proc/self/autogroup; } 2>/dev/null
  exec nice -n 5 "$0" "$@"`

/**
 * What to spawn, with `detached`, to run a program that gives way to everyone else: work that takes the processor for a
 * while makes the queries of other databases wait for it.
 */
export const inBackground = (background: Background, file: string, args: readonly string[]) => ({
  file: '/bin/sh',
  args: ['-c', yielding(background), file, ...args],
})
