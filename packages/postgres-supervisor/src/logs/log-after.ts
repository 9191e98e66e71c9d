import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry, LogPart } from '../engine.ts'
import { parseLogLine } from './log-entry.ts'
import { logFileNames, openLogFile, unlessMissing } from './log-files.ts'

/** Bytes read at once. A line may contain a whole statement; longer ones are left out. */
const PART_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/**
 * The entries of a server's log that follow a position, oldest first, as far as they are complete. Without a position, from
 * the oldest file on; when its file is gone, from the next one on.
 */
export async function readLogAfter(directory: string, position: string | undefined): Promise<LogPart> {
  const names = await logFileNames(directory, '.json')
  let [name = '', offset = 0] = parsePosition(position)
  for (const file of names.filter((one) => one >= name)) {
    if (file !== name) [name, offset] = [file, 0]
    const part = await readPart(join(directory, file), offset)
    if (part.bytes > 0) return { ...part, position: `${name}:${offset + part.bytes}`, isMore: true }
  }
  return { entries: [], leftOut: 0, position: name === '' ? undefined : `${name}:${offset}`, isMore: false }
}

function parsePosition(position = ''): [string, number] | [] {
  const [, name, offset] = /^(.+):(\d+)$/.exec(position) ?? []
  return name === undefined ? [] : [name, Number(offset)]
}

/** Whole lines from an offset on; nothing at the end of the file. */
async function readPart(path: string, offset: number) {
  const nothing = { entries: [] as LogEntry[], bytes: 0, leftOut: 0 }
  // Most of the time there is nothing new, which a file that is not opened says as well.
  const size = (await lstat(path).catch(unlessMissing))?.size ?? 0
  if (size <= offset) return nothing
  const file = await openLogFile(path)
  if (!file) return nothing
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(PART_BYTES, size - offset)),
      0,
      undefined,
      offset,
    )
    const content = buffer.subarray(0, bytesRead)
    const end = content.lastIndexOf(NEWLINE) + 1
    // Its end, which comes with a later part, is no JSON and is skipped there.
    if (end === 0) return bytesRead < PART_BYTES ? nothing : { ...nothing, bytes: bytesRead, leftOut: 1 }
    const lines = content.toString('utf8', 0, end).split('\n')
    return { entries: lines.flatMap((line) => parseLogLine(line) ?? []), bytes: end, leftOut: 0 }
  } finally {
    await file.close()
  }
}
