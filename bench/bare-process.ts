import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BareServer } from './bare-server.ts'
import { cpuOfProcess } from './process-tree.ts'

/** Starts a bare HTTP server before a database, as a process of its own, so that its CPU can be told from that of this one. */
export async function startBareServer(settings: BareServer) {
  const program = path.join(import.meta.dirname, 'bare-server.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    // The channel tells it when this process ends, even by a failure.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(child.stdout!, 'data')
  return {
    port: Number(line),
    cpuMicroseconds: () => cpuOfProcess(child.pid!),
    stop: () => void child.kill(),
  }
}
