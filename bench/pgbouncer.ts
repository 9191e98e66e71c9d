import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeSelfSignedCertificate } from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'

/** PgBouncer refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/**
 * PgBouncer in transaction mode in front of a database; undefined where it is not installed. Each of its server
 * connections starts with `firstQuery`.
 */
export async function startPgBouncer(
  target: Target,
  { poolSize, firstQuery }: { poolSize: number; firstQuery: string },
) {
  const isInstalled = await promisify(execFile)('pgbouncer', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-pgbouncer-'))
  const port = await freePort()
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  const identity = makeSelfSignedCertificate(['localhost', '127.0.0.1'])
  const [key, cert] = [path.join(folder, 'tls.key'), path.join(folder, 'tls.crt')]
  writeFileSync(key, identity.key)
  writeFileSync(cert, identity.cert)
  writeFileSync(users, `"${target.user}" "${target.password}"\n`)
  writeFileSync(
    settings,
    `[databases]
${target.database} = host=${target.host} port=${target.port} connect_query='${firstQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 2000
client_tls_sslmode = allow
client_tls_key_file = ${key}
client_tls_cert_file = ${cert}
log_connections = 0
log_disconnections = 0
`,
  )
  for (const [file, mode] of [
    [folder, 0o755],
    [users, 0o644],
    [settings, 0o644],
    [key, 0o644],
    [cert, 0o644],
  ] as const)
    chmodSync(file, mode)
  const child = spawn('pgbouncer', ['-q', settings], {
    stdio: ['ignore', 'ignore', 'ignore'],
    ...(process.getuid?.() === 0 && NOBODY),
  })
  await waitFor(() => canConnect(port))
  return {
    port,
    pid: child.pid,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
