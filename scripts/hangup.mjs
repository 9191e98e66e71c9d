// What a closed terminal means. Like up.mjs: no dependencies, Node 20.
import { readFileSync } from 'node:fs'

/**
 * True while this process runs in the background of a terminal, as `npm start &` does: closing the terminal should not
 * end it. Only Linux tells; elsewhere a closed terminal ends every program, as usual.
 */
export function isInBackground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name in parentheses: state, parent, group, session, terminal, group in its foreground.
    const [, , group, , terminal, foreground] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return terminal !== 0 && foreground !== -1 && foreground !== group
  } catch {
    return false
  }
}

/** Writing to a closed terminal fails, which is no reason to end. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
