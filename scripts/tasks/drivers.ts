import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/**
 * `npm run test:drivers -- <name>`: tests of PostgreSQL drivers, directly and through both poolers. Not part of `npm test`:
 * most drivers are not npm packages and are tested only where they are installed, and it takes minutes.
 */
export const drivers = (names: string[]): Promise<number> =>
  runNode([inRepository('e2e', 'drivers', 'main.ts'), ...names])
