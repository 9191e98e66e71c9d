import type { DatabaseSocket } from '../project-databases/sql/database-socket.ts'
import { oversized } from '../project-databases/sql/oversized-message.ts'
import { MESSAGE_BYTES_MAX } from '../project-databases/sql/sql-pool.rules.ts'
import { GrowableBuffer } from './growable-buffer.ts'

/** A kind, and a length that includes itself. */
const HEADER_BYTES = 5
const ROW = 'D'.charCodeAt(0)
const SHORT_MESSAGE_BYTES = 4096

/**
 * Diverts the row messages of a connection to `onRows` and leaves the rest to `data` listeners, because the driver
 * would allocate several objects per row. The buffer passed to `onRows` is valid only during the call. Call while the
 * connection is idle. Returns a function that stops it.
 */
export function tapRows(
  socket: Pick<DatabaseSocket, 'reader' | 'emit' | 'destroy'>,
  onRows: (messages: Buffer) => void,
): () => void {
  const forward = (bytes: Buffer) => {
    // Listeners may keep references to parts of it, so they get a copy.
    if (bytes.length > 0) socket.emit('data', Buffer.from(bytes))
  }
  /** The start of an incomplete message, and the length needed to continue. */
  const partial = new GrowableBuffer(SHORT_MESSAGE_BYTES)
  let needed = HEADER_BYTES

  /** Dispatches complete messages. Returns the offset of the first incomplete one. */
  const pass = (bytes: Buffer) => {
    let from = 0
    let at = 0
    let areRows = false
    const dispatch = () => {
      if (at > from) (areRows ? onRows : forward)(bytes.subarray(from, at))
      from = at
    }
    needed = HEADER_BYTES
    while (bytes.length - at >= HEADER_BYTES) {
      const size = bytes.readUInt32BE(at + 1) + 1
      if (size - HEADER_BYTES > MESSAGE_BYTES_MAX) {
        socket.destroy(oversized())
        return bytes.length
      }
      if (at + size > bytes.length) {
        needed = size
        break
      }
      const isRow = bytes[at] === ROW
      if (isRow !== areRows) dispatch()
      areRows = isRow
      at += size
    }
    dispatch()
    return at
  }

  const read = (bytes: Buffer) => {
    let at = 0
    // A split message is reassembled separately, so that nothing else is copied.
    while (partial.length > 0) {
      const added = bytes.subarray(at, at + needed - partial.length)
      at += added.length
      partial.add(added)
      if (partial.length < needed) return
      if (pass(partial.written()) > 0) partial.clear(SHORT_MESSAGE_BYTES)
    }
    const rest = bytes.subarray(at + pass(bytes.subarray(at)))
    // The last message may have ended the tap.
    if (socket.reader === read) partial.add(rest)
    else forward(rest)
  }

  socket.reader = read
  return () => {
    socket.reader = undefined
  }
}
