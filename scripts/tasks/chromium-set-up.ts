import { spawnSync } from 'node:child_process'
import { chromiumAdvice, findChromium, isExecutable, systemName } from '../chromium.ts'
import { heading } from './check.ts'

/**
 * Makes sure that there is a browser: on Debian, root gets one installed. Returns false, after printing what to do, when
 * there is none.
 */
export function haveChromium(): boolean {
  const found = findChromium()
  if (found && isExecutable(found)) return true
  if (found) {
    console.error(`BASALT_CHROMIUM is set to ${found}, which this user cannot execute.`)
    return false
  }
  const system = systemName()
  if (system === 'debian' && process.getuid?.() === 0 && installOnDebian()) return true
  console.error(chromiumAdvice(system))
  return false
}

function installOnDebian() {
  heading('Installing Chromium for the browser tests')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  apt('-qq', 'update')
  return apt('-qq', 'install', '-y', '--no-install-recommends', 'chromium') && findChromium() !== undefined
}
