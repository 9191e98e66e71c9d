import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { DatabaseSocket } from '../project-databases/sql/database-socket.ts'
import { MESSAGE_BYTES_MAX } from '../project-databases/sql/sql-pool.rules.ts'
import { tapRows } from './row-tap.ts'

/** A kind, a length that includes itself, a body. */
function message(kind: string, body: string) {
  const bytes = Buffer.from(`${kind}....${body}`)
  bytes.writeUInt32BE(body.length + 4, 1)
  return bytes
}
const joined = (...messages: [kind: string, body: string][]) =>
  Buffer.concat(messages.map(([kind, body]) => message(kind, body)))

function tapped() {
  const errors: Error[] = []
  const socket = Object.assign(new EventEmitter(), {
    reader: undefined as DatabaseSocket['reader'],
    destroy: (error?: Error) => {
      if (error) errors.push(error)
    },
  })
  let [rows, others] = ['', '']
  socket.on('data', (bytes) => (others += bytes))
  const untap = tapRows(socket as unknown as DatabaseSocket, (messages) => (rows += messages))
  return { socket, untap, errors, received: () => ({ rows, others }) }
}

const LONG = 'long'.repeat(500)

test.each([1, 2, 3, 4, 5, 6, 7, 13, 64, 1000, 9999])(
  'rows and other messages are separated, reading %i bytes at a time',
  (size) => {
    const { socket, received } = tapped()
    const bytes = joined(
      ['T', 'ab'],
      ['D', '1'],
      ['D', ''],
      ['N', ''],
      ['D', LONG],
      ['N', LONG],
      ['D', '2'],
      ['Z', 'I'],
    )
    for (let at = 0; at < bytes.length; at += size) {
      const borrowed = Buffer.from(bytes.subarray(at, at + size))
      socket.reader?.(borrowed)
      // The buffer's owner reuses it for the next read.
      borrowed.fill(0xff)
    }
    expect(received()).toEqual({
      rows: joined(['D', '1'], ['D', ''], ['D', LONG], ['D', '2']).toString(),
      others: joined(['T', 'ab'], ['N', ''], ['N', LONG], ['Z', 'I']).toString(),
    })
  },
)

test('after untapping, messages reach the data listeners again', () => {
  const { socket, untap, received } = tapped()
  socket.on('data', (bytes) => {
    if (bytes.includes('Z')) untap()
  })
  socket.reader?.(Buffer.concat([joined(['D', '1'], ['Z', 'I'], ['N', '2']), Buffer.from('N')]))
  expect(received()).toEqual({
    rows: joined(['D', '1']).toString(),
    others: `${joined(['Z', 'I'], ['N', '2'])}N`,
  })
  expect(socket.reader).toBeUndefined()
})

test('a row above the size limit breaks the connection before it is buffered', () => {
  const { socket, errors, received } = tapped()
  const header = message('D', '')
  header.writeUInt32BE(MESSAGE_BYTES_MAX + 5, 1)
  socket.reader?.(Buffer.concat([joined(['D', '1']), header]))
  expect(errors).toMatchObject([{ code: 'too_large' }])
  expect(received().rows).toBe('')
})
