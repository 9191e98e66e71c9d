import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { MessageSplitter } from './message-splitter.ts'
import { ModelBackend } from './model-backend.ts'
import { ModelDatabase, ModelSession } from './model-session.ts'
import { ENDLESS_MS, type Script } from './script.ts'
import { describe } from './simulated-client.ts'

/** The expected replies to a script: those of a direct connection. */
export interface Expected {
  received: string[]
  /** The total number of ReadyForQuery after each batch. */
  readyAfter: number[]
  /** The rows in the table after each ReadyForQuery; the first entry is before any. */
  rowsAt: string[][]
}

/** Runs a script alone on its own server, without network or time. */
export function oracle(script: Script): Expected {
  const database = new ModelDatabase()
  const received: string[] = []
  const rowsAt: string[][] = [[]]
  const pending: (() => void)[] = []
  const backend = new ModelBackend(new ModelSession(database, script.settings), {
    send(bytes) {
      const message = describe(bytes)
      if (message !== undefined) received.push(message)
      if (bytes[0] === FromServer.readyForQuery) rowsAt.push([...database.rows])
    },
    later(ms, call) {
      if (ms >= ENDLESS_MS) backend.cancel()
      else pending.push(call)
    },
    exit: () => undefined,
  })
  const splitter = new MessageSplitter()
  const readyAfter: number[] = []
  for (const { bytes } of script.batches) {
    for (const one of splitter.feed(bytes)) {
      backend.receive(one)
      while (pending.length > 0) pending.shift()!()
    }
    readyAfter.push(rowsAt.length - 1)
  }
  return { received, readyAfter, rowsAt }
}
