import { runTool } from '../child.ts'
import { build } from './build.ts'
import { haveChromium } from './chromium-set-up.ts'

/** `npm run e2e -- <filter>`: browser tests against the real server; the arguments are passed to Playwright. */
export async function e2e(args: string[]): Promise<number> {
  if (!haveChromium()) return 1
  const built = await build()
  return built === 0 ? runTool('playwright', [...PLAYWRIGHT_TEST, ...args]) : built
}

export const PLAYWRIGHT_TEST = ['test', '--config', 'e2e/playwright.config.ts']
