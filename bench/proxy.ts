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

/** A program of this folder that stands before a server, as a process of its own, and what it uses of the machine. */
export async function startProxy(program: 'gateway-process.ts', target: Target) {
  const child = fork(path.resolve(import.meta.dirname, program), [JSON.stringify(target)])
  const ask = async <T>() => ((await once(child, 'message')) as [T])[0]
  const port = await ask<number>()
  return {
    port,
    /** Microseconds of processor time since it began, in JavaScript and in the kernel. */
    async cpuMicroseconds() {
      child.send('cpu')
      const { user, system } = await ask<NodeJS.CpuUsage>()
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

/** Of such a program: tells where it listens, and its processor time when asked. */
export function serveBench(port: number) {
  process.on('message', () => process.send!(process.cpuUsage()))
  process.send!(port)
}
