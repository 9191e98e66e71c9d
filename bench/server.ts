import { readFileSync } from 'node:fs'
import http from 'node:http'
import { startServer as startProcess } from '@basalt/testing/real-server.ts'
import { cpuOfDescendants, cpuOfProcess, cpuOfTree, memoryOfTree } from './process-tree.ts'

const owner = { email: 'bench@example.com', password: 'k7Rw2pXq-MzTd9' }

export type BenchServer = Awaited<ReturnType<typeof startServer>>

/** Starts the real server with a signed-in owner. `startMs` is the time to the first response. */
export async function startServer(dataDir: string, environment: Record<string, string> = {}) {
  const server = await startProcess(dataDir, {
    BASALT_DB_PORT_RANGE: '27000-27999',
    BASALT_OWNER_EMAIL: owner.email,
    BASALT_OWNER_PASSWORD: owner.password,
    ...environment,
  })
  const { origin, startMs, liveMs } = server
  const cookie = await signIn(origin)
  const send = (method: string, url: string, body?: object) =>
    fetch(origin + url, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
  const agent = new http.Agent({ keepAlive: true })
  const exchange = (method: string, url: string, body?: object) =>
    exchanged(
      origin + url,
      { method, agent, headers: { cookie, origin, 'content-type': 'application/json' } },
      body,
    )
  return {
    origin,
    cookie,
    startMs,
    liveMs,
    exchange,
    send,
    json: async (method: string, url: string, body?: object) => (await send(method, url, body)).json(),
    residentMegabytes: () => residentMegabytes(server.pid),
    /** The CPU time of the server alone, in microseconds. */
    cpuMicroseconds: () => cpuOfProcess(server.pid),
    /** The CPU time of its databases, the metadata and the poolers, in microseconds. */
    cpuOfDatabases: () => cpuOfDescendants(server.pid),
    /** The CPU time of the server and its databases. */
    cpuOfTree: () => cpuOfTree(server.pid),
    /** The memory of the server and its databases in bytes. */
    memoryOfTree: () => memoryOfTree(server.pid),
    stop: () => {
      agent.destroy()
      return server.stop()
    },
  }
}

/** The body of an answer as text, with less overhead than fetch, for short requests. */
export const exchanged = (url: string, options: http.RequestOptions, body?: object) =>
  new Promise<string>((resolve, reject) => {
    const request = http.request(url, options)
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.once('end', () => resolve(text))
    })
    request.end(body && JSON.stringify(body))
  })

async function signIn(origin: string) {
  const reply = await fetch(`${origin}/platform/auth/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return reply.headers.getSetCookie()[0]!.split(';')[0]!
}

/** The memory of the process in megabytes. Linux only. */
const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
