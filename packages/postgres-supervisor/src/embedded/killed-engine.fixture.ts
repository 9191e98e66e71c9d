import { createEmbeddedEngine } from './embedded-engine.ts'
import type { EmbeddedEngineOptions, EngineStep } from './embedded-options.ts'

/** The program's command-line argument, as JSON. */
export interface KilledEngineTask {
  options: Omit<EmbeddedEngineOptions, 'log' | 'onStep'>
  id: string
  password: string
  /** The step at which the process kills itself, as a power failure or the out-of-memory killer would. */
  killedAt: EngineStep
}

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
if (order.killedAt.startsWith('copy')) {
  const { id, password: superuserPassword } = order
  await engine.copy('copy', { source: { id, superuserPassword }, superuserPassword })
}
await engine.stop(order.id)
await engine.destroy(order.id)
