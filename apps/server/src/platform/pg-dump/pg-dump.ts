import type { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { DumpReport, DumpRequest } from './pg-dump-worker.ts'
import { BackendMessages, concat } from './wire-messages.ts'

/** The driver's connection, which its published types omit. */
interface Connected {
  connection: { stream: Duplex }
}

/**
 * Runs pg_dump over a connection that is logged in and otherwise unused. `client` can be used again afterwards. Returns
 * the SQL. Throws AppError when pg_dump fails.
 */
export async function pgDump(client: pg.Client, args: string[], signal: AbortSignal): Promise<string> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('server_version', 'server_encoding', 'client_encoding', 'standard_conforming_strings',
                    'integer_datetimes', 'DateStyle', 'IntervalStyle', 'TimeZone')
     union all select 'is_superuser', pg_catalog.current_setting('is_superuser')`,
  )
  const parameters = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  const { port1: port, port2 } = new MessageChannel()
  const sharedSignal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const request: DumpRequest = { args, port: port2, signal: sharedSignal, parameters }
  const worker = new Worker(new URL('./pg-dump-worker.ts', import.meta.url), {
    workerData: request,
    transferList: [port2],
  })
  const { stream } = (client as unknown as Connected).connection
  const driverListeners = stream.listeners('data') as ((chunk: Buffer) => void)[]
  for (const listener of driverListeners) stream.off('data', listener)
  try {
    const report = await relay({ worker, port, stream, sharedSignal, signal })
    if ('failure' in report)
      throw new AppError(
        'upstream_failed',
        `The database could not be dumped: ${failureMessage(report.failure)}`,
      )
    return report.sql
  } finally {
    for (const listener of driverListeners) stream.on('data', listener)
    port.close()
    await worker.terminate()
  }
}

/** The message after pg_dump's first `error:`. Before that it complains that it cannot find its own program. */
const failureMessage = (failure: string) => (/error: ([\s\S]*)/.exec(failure)?.[1] ?? failure).trim()

interface Relay {
  worker: Worker
  port: MessagePort
  stream: Duplex
  sharedSignal: Int32Array
  signal: AbortSignal
}

/** Passes messages between the thread and the connection until the thread reports its result. */
const relay = ({ worker, port, stream, sharedSignal, signal }: Relay) =>
  new Promise<DumpReport>((resolve, reject) => {
    let expected = 0
    let parts: Uint8Array[] = []
    let messages = new BackendMessages()
    const onData = (chunk: Buffer) => {
      parts.push(chunk)
      if (expected === 0 || messages.add(chunk) < expected) return
      const reply = concat(parts)
      parts = []
      expected = 0
      messages = new BackendMessages()
      port.postMessage(reply, [reply.buffer])
      Atomics.store(sharedSignal, 0, 1)
      Atomics.notify(sharedSignal, 0)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const onClose = () =>
      fail(new AppError('instance_unavailable', 'The connection to the database was lost during the dump'))
    const onAbort = () => fail(new Error('The client disconnected during the dump'))
    const stop = () => {
      stream.off('data', onData).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
    }
    stream.on('data', onData).on('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.on('error', fail)
    port.on('message', (message: { bytes: Uint8Array; answers: number } | DumpReport) => {
      if ('bytes' in message) {
        expected = message.answers
        stream.write(message.bytes)
        return
      }
      stop()
      resolve(message)
    })
  })
