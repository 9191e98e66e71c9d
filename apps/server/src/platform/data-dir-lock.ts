import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** sockaddr_un holds 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_MAX = 100

/**
 * Keeps two servers from using the same data directory. The lock is a listening socket, which the kernel closes however
 * its holder dies. A connection to it is answered with the holder's address.
 */
export async function lockDataDir(dataDir: string, address: string) {
  const socket = socketPath(realpathSync(dataDir))
  const holder = await readHolder(socket)
  if (holder !== undefined)
    throw new StartError(
      `Basalt is already running on ${dataDir}${holder && `, at ${holder}`}. Stop it first, or set BASALT_DATA_DIR and BASALT_PORT to start a second one.`,
    )
  rmSync(socket, { force: true })
  const server = net.createServer((connection) => {
    connection.on('error', () => undefined)
    connection.end(address)
  })
  server.listen(socket)
  await once(server, 'listening')
  server.unref()
  return { release: () => void server.close() }
}

/** The address of the server that runs on a data directory; undefined when there is none. */
export const holderOf = (dataDir: string) => readHolder(socketPath(realpathSync(dataDir)))

/** The address that the holder answers; undefined when nobody holds the lock. */
async function readHolder(socket: string) {
  const connection = net.connect(socket)
  let answer = ''
  connection.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  try {
    await once(connection, 'close')
    return answer
  } catch {
    return undefined
  }
}

function socketPath(dataDir: string) {
  const inside = path.join(dataDir, 'server.sock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `basalt-${name}.sock`)
}
