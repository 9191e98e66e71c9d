import type { DatabaseSocket } from '../../../platform/project-databases/sql/database-socket.ts'
import { GrowableBuffer } from '../../../platform/result-files/growable-buffer.ts'
import { tapRows } from '../../../platform/result-files/row-tap.ts'
import type { EventQueue } from '../runs/event-queue.ts'
import { ROW_BLOCK_BYTES } from '../runs/flow.rules.ts'

/**
 * Pushes the rows of a database connection as packed events, whose memory is reused once they are read. Pauses the
 * socket while the queue is full. Returns a function that stops it.
 */
export function packRows(socket: DatabaseSocket, events: EventQueue, isTaking: () => boolean): () => void {
  const spare: GrowableBuffer[] = []
  return tapRows(socket, (messages) => {
    if (!isTaking()) return
    const block = spare.pop() ?? new GrowableBuffer(ROW_BLOCK_BYTES)
    block.add(messages)
    const release = () => {
      block.clear(ROW_BLOCK_BYTES)
      spare.push(block)
    }
    events.push({ type: 'packed-rows', messages: block.written(), release }, messages.length)
    if (events.isFull) socket.pause()
  })
}
