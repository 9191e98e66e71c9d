import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts')
const owner = { email: 'bench@example.com', password: 'k7Rw2pXq-MzTd9' }

/** A data directory that several servers may use one after the other. */
export const temporaryDataDir = () => mkdtempSync(path.join(os.tmpdir(), 'basalt-bench-'))
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

export type BenchServer = Awaited<ReturnType<typeof startServer>>

/** Starts the real server as its own process. Resolves at the first answered request. */
export async function startServer(dataDir: string, environment: Record<string, string> = {}) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      BASALT_PORT: String(port),
      BASALT_DATA_DIR: dataDir,
      BASALT_DB_PORT_RANGE: '57000-57999',
      BASALT_OWNER_EMAIL: owner.email,
      BASALT_OWNER_PASSWORD: owner.password,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (
    !(await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(5)
  }
  const startMs = performance.now() - startedAt
  const cookie = await signIn(origin)
  const send = (method: string, url: string, body?: object) =>
    fetch(origin + url, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
  const agent = new http.Agent({ keepAlive: true })
  /** The same over a lean client, for what is so short that fetch itself would be most of it. */
  const exchange = (method: string, url: string, body?: object) =>
    new Promise<string>((resolve, reject) => {
      const request = http.request(origin + url, {
        method,
        agent,
        headers: { cookie, origin, 'content-type': 'application/json' },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.once('end', () => resolve(text))
      })
      request.end(body && JSON.stringify(body))
    })
  return {
    origin,
    cookie,
    startMs,
    exchange,
    send,
    json: async (method: string, url: string, body?: object) => (await send(method, url, body)).json(),
    residentMegabytes: () => residentMegabytes(child.pid!),
    stop: () => {
      agent.destroy()
      return stop(child)
    },
  }
}

async function signIn(origin: string) {
  const reply = await fetch(`${origin}/platform/auth/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return reply.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Linux only: how much memory the process holds right now. */
const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
