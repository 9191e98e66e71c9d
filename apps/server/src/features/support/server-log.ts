import { open } from 'node:fs/promises'
import { BUNDLE_LOG_BYTES } from '@basalt/contract/support/support.rules.ts'
import type { ServerLogLine } from '@basalt/contract/support/support.schema.ts'
import { z } from 'zod'

/** The fields of a log line that a bundle may contain; all others are dropped. */
const Line = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  reqId: z.string().optional(),
  req: z.object({ method: z.string(), url: z.string() }).optional(),
  res: z.object({ statusCode: z.number().nullish() }).optional(),
  err: z
    .object({ type: z.string().optional(), message: z.string().optional(), stack: z.string().optional() })
    .optional(),
})

const levels = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' } as const
const isLevel = (level: number): level is keyof typeof levels => Object.hasOwn(levels, level)

/** The newest log lines, newest first; empty when there is no log yet. */
export async function readServerLog(file: string): Promise<ServerLogLine[]> {
  const text = await tail(file).catch(() => '')
  return text
    .split('\n')
    .flatMap((line) => lineOf(line) ?? [])
    .reverse()
}

async function tail(file: string) {
  await using handle = await open(file, 'r')
  const { size } = await handle.stat()
  const length = Math.min(size, BUNDLE_LOG_BYTES)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8', 0, bytesRead)
}

/** Undefined when the text is not a complete log line: the first one may be truncated. */
function lineOf(text: string): ServerLogLine | undefined {
  const { data } = Line.safeParse(parse(text))
  if (!data || !isLevel(data.level)) return undefined
  const { req, res, err } = data
  return {
    time: new Date(data.time).toISOString(),
    level: levels[data.level],
    message: data.msg,
    ...(data.reqId && { request_id: data.reqId }),
    ...(req && { request: `${req.method} ${req.url.split('?')[0]}` }),
    ...(res?.statusCode && { status: res.statusCode }),
    ...(err && { error: err.stack ?? `${err.type ?? 'Error'}: ${err.message ?? ''}` }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
