import { createEmbeddedEngine } from './embedded-engine.ts'
import type { EmbeddedEngineOptions, EngineStep } from './embedded-options.ts'

/** What the program is told on its command line, as JSON. */
export interface KilledEngineOrder {
  options: Omit<EmbeddedEngineOptions, 'log' | 'onStep'>
  id: string
  password: string
  /** The moment at which the process kills itself, as a power cut or the system's out-of-memory killer would. */
  killedAt: EngineStep
}

const order = JSON.parse(process.argv[2] ?? '') as KilledEngineOrder

const engine = await createEmbeddedEngine({
  ...order.options,
  log: () => {},
  onStep: (step) => {
    if (step === order.killedAt) process.kill(process.pid, 'SIGKILL')
  },
})
if (!(await engine.exists(order.id))) await engine.create(order.id, { superuserPassword: order.password })
await engine.start(order.id)
await engine.stop(order.id)
await engine.destroy(order.id)
