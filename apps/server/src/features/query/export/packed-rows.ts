import type { DatabaseSocket } from '../../../platform/project-databases/sql/database-socket.ts'
import type { EventQueue } from '../runs/event-queue.ts'
import { ROW_BLOCK_BYTES } from '../runs/flow.rules.ts'
import { ByteText } from './byte-text.ts'
import { tapRows } from './row-tap.ts'

/**
 * Makes the rows that a database sends events of their own, in memory that is used again as soon as they are read, and
 * pauses it while too many wait. The function it returns undoes it.
 */
export function packRows(socket: DatabaseSocket, events: EventQueue, isTaking: () => boolean): () => void {
  const spare: ByteText[] = []
  return tapRows(socket, (messages) => {
    if (!isTaking()) return
    const block = spare.pop() ?? new ByteText(ROW_BLOCK_BYTES)
    block.add(messages)
    const giveBack = () => {
      block.clear(ROW_BLOCK_BYTES)
      spare.push(block)
    }
    events.push({ type: 'packed-rows', messages: block.written(), giveBack }, messages.length)
    if (events.isFull) socket.pause()
  })
}
