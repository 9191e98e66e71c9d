import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/** `npm run bench -- <name>`: runs one benchmark, or all; prints one JSON line for each. */
export const bench = (names: string[]): Promise<number> =>
  runNode([inRepository('bench', 'main.ts'), ...names])
