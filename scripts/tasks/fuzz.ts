import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/** The available fuzzers by name. */
const targets: Record<string, string[]> = {
  gateway: ['packages', 'postgres-gateway', 'src', 'simulation', 'fuzz.ts'],
}

/**
 * `npm run fuzz -- gateway [--minutes=60] [--seed=N] [--seeds=N]`: runs random simulations and prints every seed that
 * violates a rule as a line of JSON. Needs no server and no network.
 */
export const fuzz = async ([name = '', ...options]: string[]): Promise<number> => {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (target) return runNode([inRepository(...target), ...options])
  console.error(`There is no fuzzer "${name}". Choose one of ${Object.keys(targets).join(', ')}.`)
  return 2
}
