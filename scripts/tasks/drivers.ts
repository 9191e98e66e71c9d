import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

/**
 * `npm run test:drivers -- <name>`: tests of PostgreSQL drivers, by every way into a database. Not part of the tests:
 * most drivers are not packages of npm and run only where they are installed, and it takes minutes.
 */
export const drivers = (names: string[]): Promise<number> =>
  runNode([inRepository('e2e', 'drivers', 'main.ts'), ...names])
