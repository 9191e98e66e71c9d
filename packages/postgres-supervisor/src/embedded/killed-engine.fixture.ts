import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataEntry } from '../engine.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'
import type { EmbeddedEngineOptions, EngineStep } from './embedded-options.ts'

/** The program's command-line argument, as JSON. */
export interface KilledEngineTask {
  options: Omit<EmbeddedEngineOptions, 'log' | 'onStep'>
  id: string
  password: string
  /** The step at which the process kills itself, as a power failure or the out-of-memory killer would. */
  killedAt: EngineStep
  /** The id of a replica that runs then. */
  replica?: string
}

const PREPARED_POLL_MS = 5

const order = JSON.parse(process.argv[2] ?? '') as KilledEngineTask

const engine = await createEmbeddedEngine({
  ...order.options,
  log: () => {},
  onStep: (step) => {
    if (step === order.killedAt) process.kill(process.pid, 'SIGKILL')
  },
})
if (!(await engine.exists(order.id))) await engine.create(order.id, { superuserPassword: order.password })
await engine.start(order.id)
if (order.replica !== undefined) {
  await engine.replicate(order.replica, {
    source: { id: order.id, superuserPassword: order.password },
  })
  await engine.start(order.replica)
}
if (order.killedAt.startsWith('copy')) {
  const { id, password: superuserPassword } = order
  await engine.copy('copy', { source: { id, superuserPassword }, superuserPassword })
}
if (order.killedAt.startsWith('prepare')) {
  const { id, password: superuserPassword } = order
  const source = { id, superuserPassword }
  // Taken once all of it is there.
  while ((await engine.prepareCopy(source)) !== 'copied') await sleep(PREPARED_POLL_MS)
  await engine.copy('copy', { source, superuserPassword })
}
if (order.killedAt.startsWith('replace')) {
  const { id, password: superuserPassword } = order
  const options = { source: { id, superuserPassword }, superuserPassword }
  await engine.copy('other', options)
  await engine.copy('other', { ...options, replaces: true })
}
if (order.killedAt.startsWith('adopt')) {
  const source = { id: order.id, superuserPassword: order.password }
  await engine.replicate('replica', { source })
  await engine.adopt('other', {
    replica: { ...source, id: 'replica' },
    superuserPassword: order.password,
  })
}
await engine.stop(order.id)
if (order.killedAt.startsWith('restore'))
  await engine.restore('copy', {
    files: dataOf(join(order.options.dataDir, 'instances', order.id, 'data')),
    until: 'backup',
    superuserPassword: order.password,
  })
if (order.killedAt.startsWith('exchange')) {
  await engine.create('other', { superuserPassword: order.password })
  await engine.exchangeData(order.id, 'other', 'this exchange')
}
if (order.killedAt.startsWith('fence')) await engine.fence(order.id)
await engine.destroy(order.id)

/** The files of a stopped server, as a backup has them. */
async function* dataOf(data: string): AsyncGenerator<DataEntry> {
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = relative(data, join(entry.parentPath, entry.name))
    if (entry.isDirectory()) yield { kind: 'folder', path }
    else yield { kind: 'file', path, bytes: createReadStream(join(data, path)) }
  }
}
