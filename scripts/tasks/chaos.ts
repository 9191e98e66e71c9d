import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/**
 * `npm run chaos -- [rounds] [projects]` injects faults into a running server, `npm run chaos -- webhooks` kills one that
 * delivers webhooks. Not part of `npm test`: they take minutes.
 */
export const chaos = ([what, ...rest]: string[]): Promise<number> =>
  what === 'webhooks'
    ? runNode([inRepository('scripts', 'chaos', 'webhooks.ts'), ...rest])
    : runNode([inRepository('scripts', 'chaos', 'main.ts'), ...(what === undefined ? [] : [what]), ...rest])
