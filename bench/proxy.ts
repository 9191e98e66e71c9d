import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export type ProxyProcess = Awaited<ReturnType<typeof startProxy>>

/** Runs a proxy program of this folder as its own process, and measures its CPU time and memory. */
export async function startProxy(program: 'gateway-process.ts', target: Target) {
  const child = fork(path.resolve(import.meta.dirname, program), [JSON.stringify(target)])
  const nextMessage = async <T>() => ((await once(child, 'message')) as [T])[0]
  const port = await nextMessage<number>()
  return {
    port,
    /** Microseconds of CPU time since its start, user and system. */
    async cpuMicroseconds() {
      child.send('cpu')
      const { user, system } = await nextMessage<NodeJS.CpuUsage>()
      return user + system
    },
    /** Linux only. */
    residentMegabytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Called by such a program: reports its port, and its CPU time on request. */
export function serveBench(port: number) {
  process.on('message', () => process.send!(process.cpuUsage()))
  process.send!(port)
}
