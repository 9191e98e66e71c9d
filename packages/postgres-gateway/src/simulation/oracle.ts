import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { MessageSplitter } from './message-splitter.ts'
import { ModelBackend } from './model-backend.ts'
import { ModelDatabase, ModelSession } from './model-session.ts'
import { ENDLESS_MS, type Script } from './script.ts'
import { tell } from './simulated-client.ts'

/** How a direct connection would have answered a script. */
export interface Expected {
  heard: string[]
  /** How many ReadyForQuery there are in the answers to the batches up to each. */
  readyAfter: number[]
  /** The rows in the table after each ReadyForQuery; the first are those before any. */
  rowsAt: string[][]
}

/** Runs a script alone, on its own server, without network or time. */
export function oracle(script: Script): Expected {
  const database = new ModelDatabase()
  const heard: string[] = []
  const rowsAt: string[][] = [[]]
  const pending: (() => void)[] = []
  const backend = new ModelBackend(new ModelSession(database, script.settings), {
    send(bytes) {
      const told = tell(bytes)
      if (told !== undefined) heard.push(told)
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
  return { heard, readyAfter, rowsAt }
}
