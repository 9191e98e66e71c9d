/**
 * A third of the share of the processor that others have, and the disk when nobody else uses it. Linux weighs sessions
 * against each other first, unless the system put them into control groups; what a system does not offer is left out.
 */
const YIELD = `
  ionice -c 3 -p $$ 2>/dev/null
  { echo 5 >/proc/self/autogroup; } 2>/dev/null
  exec nice -n 5 "$0" "$@"`

/**
 * What to spawn, with `detached`, to run a program that gives way to everyone else: work that takes the processor for a
 * while makes the queries of other databases wait for it.
 */
export const inBackground = (file: string, args: readonly string[]) => ({
  file: '/bin/sh',
  args: ['-c', YIELD, file, ...args],
})
