import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isolatedEnvironment } from '../process/environment.ts'

/** Files of one run of the program, whose arguments must fit. */
const FILES_PER_RUN = 1_000

const BLOCK_SIZE = /^File size of .* \(\d+ blocks? of (\d+) bytes\)$/
/** An extent: number, logical and physical offsets, length in blocks, and where the previous one ended. */
const EXTENT = /^ *\d+: +\d+\.\. *\d+: +\d+\.\. *\d+: +(\d+):(?: +\d+:)?(.*)$/
const SHARED = /\bshared\b/

/**
 * The bytes below a directory whose blocks other files have too, as the file system tells by its extents. Undefined where
 * `filefrag` of e2fsprogs is missing or cannot tell. Files that vanish meanwhile count 0.
 */
export async function sharedBlocks(directory: string): Promise<number | undefined> {
  const files: string[] = []
  await addFiles(directory, files)
  let bytes = 0
  for (let from = 0; from < files.length; from += FILES_PER_RUN) {
    const found = await sharedBytesOf(files.slice(from, from + FILES_PER_RUN))
    if (found === undefined) return undefined
    bytes += found
  }
  return bytes
}

async function addFiles(directory: string, files: string[]) {
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await addFiles(path, files)
    else if (entry.isFile()) files.push(path)
  }
}

/** The program prints the extents of each file; one that is gone only makes its exit code another. */
async function sharedBytesOf(files: readonly string[]): Promise<number | undefined> {
  const child = spawn('filefrag', ['-v', ...files], {
    cwd: '/',
    env: isolatedEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', () => resolve(true))
  })
  const counted = sharedBytesIn(createInterface({ input: child.stdout }))
  return (await ended) ? counted : undefined
}

/** What the output of `filefrag -v` says; undefined when it describes no file. */
export async function sharedBytesIn(lines: AsyncIterable<string>): Promise<number | undefined> {
  let blockSize: number | undefined
  let bytes = 0
  for await (const line of lines) {
    const size = BLOCK_SIZE.exec(line)?.[1]
    if (size !== undefined) blockSize = Number(size)
    const extent = EXTENT.exec(line)
    if (extent && blockSize !== undefined && SHARED.test(extent[2]!)) bytes += Number(extent[1]) * blockSize
  }
  return blockSize === undefined ? undefined : bytes
}
