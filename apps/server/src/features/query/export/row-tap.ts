import type { DatabaseSocket } from '../../../platform/project-databases/sql/database-socket.ts'
import { oversized } from '../../../platform/project-databases/sql/oversized-message.ts'
import { MESSAGE_BYTES_MAX } from '../../../platform/project-databases/sql/sql-pool.rules.ts'
import { ByteText } from './byte-text.ts'

/** A kind, and a length that counts itself. */
const HEADER_BYTES = 5
const ROW = 'D'.charCodeAt(0)
const SHORT_MESSAGE_BYTES = 4096

/**
 * Takes the rows out of what a database sends, as whole messages one behind another, and leaves everything else to who
 * listens to `data`: the driver would make several objects of each row. What `onRows` gets is lent to it until it
 * returns. To be called while nothing is under way; the function it returns undoes it.
 */
export function tapRows(
  socket: Pick<DatabaseSocket, 'reader' | 'emit' | 'destroy'>,
  onRows: (messages: Buffer) => void,
): () => void {
  const handOn = (bytes: Buffer) => {
    // Of what others get they may keep parts.
    if (bytes.length > 0) socket.emit('data', Buffer.from(bytes))
  }
  /** The beginning of a message, and how long it has to be to be of use. */
  const begun = new ByteText(SHORT_MESSAGE_BYTES)
  let wanted = HEADER_BYTES

  /** Passes whole messages on and tells where the first begins that is none. */
  const pass = (bytes: Buffer) => {
    let from = 0
    let at = 0
    let areRows = false
    const handFromTo = () => {
      if (at > from) (areRows ? onRows : handOn)(bytes.subarray(from, at))
      from = at
    }
    wanted = HEADER_BYTES
    while (bytes.length - at >= HEADER_BYTES) {
      const size = bytes.readUInt32BE(at + 1) + 1
      if (size - HEADER_BYTES > MESSAGE_BYTES_MAX) {
        socket.destroy(oversized())
        return bytes.length
      }
      if (at + size > bytes.length) {
        wanted = size
        break
      }
      const isRow = bytes[at] === ROW
      if (isRow !== areRows) handFromTo()
      areRows = isRow
      at += size
    }
    handFromTo()
    return at
  }

  const read = (bytes: Buffer) => {
    let at = 0
    // A message that was cut off is put together alone, so that nothing else has to be copied.
    while (begun.length > 0) {
      const added = bytes.subarray(at, at + wanted - begun.length)
      at += added.length
      begun.add(added)
      if (begun.length < wanted) return
      if (pass(begun.written()) > 0) begun.clear(SHORT_MESSAGE_BYTES)
    }
    const rest = bytes.subarray(at + pass(bytes.subarray(at)))
    // The last message may have been the end of what this was for.
    if (socket.reader === read) begun.add(rest)
    else handOn(rest)
  }

  socket.reader = read
  return () => {
    socket.reader = undefined
  }
}
