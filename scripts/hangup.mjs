// What to do when the terminal is closed. Like up.mjs: no dependencies, Node 20.
import { readFileSync } from 'node:fs'

/**
 * Whether this process runs in the background of a terminal, as with `npm start &`: then closing the terminal should not
 * end it. Detected only on Linux; elsewhere a closed terminal ends every program, as usual.
 */
export function isInBackground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name in parentheses: state, parent, process group, session, terminal, foreground group of the terminal.
    const [, , group, , terminal, foreground] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return terminal !== 0 && foreground !== -1 && foreground !== group
  } catch {
    return false
  }
}

/** Keeps the process alive when writing to a closed terminal fails. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
