import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Of the second number in statm, the resident pages. x64 and arm64 Linux have pages of 4 KiB by default. */
const PAGE_BYTES = 4096

/** The resident memory of a process in bytes; undefined when it has ended. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
      return Number(pages) * PAGE_BYTES
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    return undefined
  }
}
