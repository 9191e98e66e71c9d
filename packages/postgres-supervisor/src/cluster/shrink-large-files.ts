import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../process/run.ts'

/**
 * How much of a file is freed at a time, and the rest after that. On ext4, commits of other databases wait while the blocks of
 * a file are freed: 50 milliseconds for a gigabyte at once, and a few with these.
 */
const FREED_MB = 16
const REST_MS = 2

/**
 * Makes the large files of a folder that is about to be removed small, piece by piece. No process of their owner may be left:
 * it could put a link in the place of a file. Files that have another name keep their contents.
 * @throws CommandError
 */
export async function shrinkLargeFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  // A process of its own: nobody waits for the status of a thousand files.
  const found = await run(
    'find',
    [folder, '-type', 'f', '-links', '1', '-size', `+${FREED_MB}M`, '-print0'],
    {
      background: 'whenever',
    },
  )
  for (const path of found.split('\0').filter((path) => path !== '')) {
    await using file = await open(path, 'r+')
    await shrink(file)
  }
}

async function shrink(file: FileHandle): Promise<void> {
  const piece = FREED_MB * 1024 * 1024
  for (let left = (await file.stat()).size - piece; left > 0; left -= piece) {
    await file.truncate(left)
    await sleep(REST_MS)
  }
}
