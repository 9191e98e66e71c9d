import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServerLog } from './server-log.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'basalt-log-'))
  file = path.join(folder, 'logs', 'server.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (name: string) =>
  readFileSync(name, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { msg: string; dropped?: number })

test('lines of the logger are appended in order, also to the log of an earlier run', async () => {
  for (const words of [['one', 'two'], ['three']]) {
    const log = openServerLog(file)
    const logger = pino({}, log)
    for (const word of words) logger.info(word)
    await log.close()
  }
  expect(linesOf(file).map(({ msg }) => msg)).toEqual(['one', 'two', 'three'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('lines that follow soon are written together, at the latest when the process ends, and once', async () => {
  const log = openServerLog(file)
  const write = (msg: string) => log.write(`${JSON.stringify({ msg })}\n`)
  write('first')
  await log.flush()
  write('second')
  write('third')
  log.flushSync()
  expect(linesOf(file).map(({ msg }) => msg)).toEqual(['first', 'second', 'third'])
  write('fourth')
  await waitFor(async () => linesOf(file).length === 4)
  await log.close()
  expect(linesOf(file).map(({ msg }) => msg)).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a large log file is rotated, and a limited number of old files is kept', async () => {
  const log = openServerLog(file, { fileBytes: 100, rotatedFiles: 2 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    log.write(`${JSON.stringify({ msg: name.repeat(100) })}\n`)
    await log.flush()
  }
  await log.close()
  expect(linesOf(file)[0]!.msg[0]).toBe('e')
  expect(linesOf(`${file}.1`)[0]!.msg[0]).toBe('d')
  expect(linesOf(`${file}.2`)[0]!.msg[0]).toBe('c')
  expect(existsSync(`${file}.3`)).toBe(false)
})

test('lines that the disk cannot keep up with are dropped and counted', async () => {
  const log = openServerLog(file, { bufferBytes: 100 })
  for (let number = 0; number < 10; number++) log.write(`${JSON.stringify({ msg: 'x'.repeat(30) })}\n`)
  expect(log.dropped).toBe(8)
  await log.flush()
  log.write(`${JSON.stringify({ msg: 'after' })}\n`)
  await log.close()
  expect(log.dropped).toBe(0)
  expect(linesOf(file).map(({ dropped }) => dropped)).toContain(8)
  expect(linesOf(file)).toHaveLength(4)
})

test('a file that cannot be opened loses lines but does not end the process, and the log then continues', async () => {
  writeFileSync(path.dirname(file), 'a file where the folder should be')
  const log = openServerLog(file)
  log.write('{"msg":"lost"}\n')
  await log.flush()
  expect(log.dropped).toBe(1)
  rmSync(path.dirname(file))
  log.write('{"msg":"kept"}\n')
  await log.close()
  expect(linesOf(file).map(({ msg }) => msg)).toEqual([expect.stringContaining('1 log lines'), 'kept'])
})

test('on a full disk lines are dropped and counted, and later no line is torn', async ({ skip }) => {
  await using disk = await smallDisk('64k')
  if (!disk) return skip(NO_SMALL_DISK)
  const full = path.join(disk.path, 'server.log')
  const log = openServerLog(full)
  const fill = path.join(disk.path, 'fill')
  writeFileSync(fill, Buffer.alloc(52 * 1024))
  const line = `${JSON.stringify({ msg: 'y'.repeat(3000) })}\n`
  for (let number = 0; number < 6; number++) {
    log.write(line)
    await log.flush()
  }
  expect(log.dropped).toBeGreaterThan(0)
  const lost = log.dropped
  rmSync(fill)
  log.write('{"msg":"room again"}\n')
  await log.close()
  expect(log.dropped).toBe(0)
  const kept = linesOf(full)
  expect(kept.at(-1)).toEqual({ msg: 'room again' })
  expect(kept.at(-2)).toMatchObject({ level: 40, dropped: lost })
})

test('pending lines are written at the end of the process', () => {
  const log = openServerLog(path.join(folder, 'server.log'))
  log.write('{"msg":"last words"}\n')
  log.flushSync()
  expect(linesOf(path.join(folder, 'server.log'))).toEqual([{ msg: 'last words' }])
})
