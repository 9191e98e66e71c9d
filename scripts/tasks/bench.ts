import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/** `npm run bench -- <name>`: one benchmark, or all of them; one JSON line each. */
export const bench = (names: string[]): Promise<number> =>
  runNode([inRepository('bench', 'main.ts'), ...names])
