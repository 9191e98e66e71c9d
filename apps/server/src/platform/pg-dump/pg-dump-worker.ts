import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { answerToStartup, FrontendMessages } from './wire-messages.ts'

/**
 * pg_dump as WebAssembly, in its own thread because it blocks. It speaks PostgreSQL's protocol with synchronous calls:
 * each message goes to the main thread, which has the connection, and this thread sleeps until the answer arrives. The
 * package expects its own database object, of which it calls only these three functions.
 */
export interface DumpRequest {
  args: string[]
  port: MessagePort
  /** Woken when an answer has been posted. */
  signal: Int32Array
  parameters: Record<string, string>
}

export type DumpReport = { sql: string } | { failure: string }

const { args, port, signal, parameters } = workerData as DumpRequest
const messages = new FrontendMessages()

function request(bytes: Uint8Array, answers: number): Uint8Array {
  Atomics.store(signal, 0, 0)
  port.postMessage({ bytes, answers })
  if (answers === 0) return new Uint8Array()
  for (;;) {
    const received = receiveMessageOnPort(port)
    if (received) return received.message as Uint8Array
    Atomics.wait(signal, 0, 0)
    Atomics.store(signal, 0, 0)
  }
}

const database = {
  // The package reads the search path only to restore it; nothing else uses the connection.
  query: async () => ({ rows: [{ search_path: '' }] }),
  exec: async () => [],
  execProtocolRawStream(bytes: Uint8Array, { onRawData }: { onRawData: (data: Uint8Array) => void }) {
    const step = messages.take(bytes)
    if (step.isStartup) return onRawData(answerToStartup(parameters))
    if (step.bytes.length > 0) {
      const reply = request(step.bytes, step.answers)
      if (reply.length > 0) onRawData(reply)
    }
  },
}

const report: DumpReport = await pgDump({ pg: database as never, args }).then(
  async (file) => ({ sql: await file.text() }),
  (error: Error) => ({ failure: error.message }),
)
port.postMessage(report)
port.close()
