import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/** `npm run chaos -- [rounds] [projects]`: injects faults into a running server. Not part of `npm test`: it takes minutes. */
export const chaos = (args: string[]): Promise<number> =>
  runNode([inRepository('scripts', 'chaos', 'main.ts'), ...args])
