import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'
import { haveChromium } from './chromium-set-up.ts'

/**
 * `npm run test:frameworks -- <path>`: installs applications with the files of the Connect dialog from npm, builds and runs
 * them. Not part of `npm test`: it needs the network.
 */
export const frameworks = async (paths: string[]): Promise<number> =>
  haveChromium() ? runNode([inRepository('e2e', 'frameworks', 'main.ts'), ...paths]) : 1
