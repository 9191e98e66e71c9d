import { PassThrough } from 'node:stream'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { refuseOversizedMessages } from './oversized-message.ts'
import { MESSAGE_BYTES_MAX } from './sql-pool.rules.ts'

/** The header of a message with a body of `bodyBytes`. The length in it includes itself. */
function header(bodyBytes: number) {
  const bytes = Buffer.alloc(5)
  bytes.write('D')
  bytes.writeUInt32BE(bodyBytes + 4, 1)
  return bytes
}
const message = (bodyBytes: number) => Buffer.concat([header(bodyBytes), Buffer.alloc(bodyBytes, 0xff)])

function watched() {
  const stream = new PassThrough()
  const errors: Error[] = []
  stream.on('error', (error) => errors.push(error))
  refuseOversizedMessages(stream)
  stream.resume()
  return { stream, errors }
}

test('messages of any size below the limit pass, however they are cut into chunks', async () => {
  const { stream, errors } = watched()
  const bytes = Buffer.concat([message(0), message(1), message(300), message(0), message(7)])
  for (const byte of bytes) stream.write(Buffer.of(byte))
  stream.write(bytes)
  stream.end()
  await waitFor(() => stream.readableEnded)
  expect(errors).toEqual([])
})

test.each([1, 3, 5])(
  'a message above the limit breaks the stream, even with its header cut after byte %i',
  async (cut) => {
    const { stream, errors } = watched()
    const bytes = Buffer.concat([message(10), header(MESSAGE_BYTES_MAX + 1)])
    stream.write(bytes.subarray(0, 15 + cut))
    stream.write(bytes.subarray(15 + cut))
    await waitFor(() => stream.destroyed)
    await waitFor(() => errors.length === 1)
    expect(errors[0]).toMatchObject({ code: 'too_large' })
  },
)
