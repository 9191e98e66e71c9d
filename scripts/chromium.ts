import { accessSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for the browser tests: BASALT_CHROMIUM, or the first one found at the usual paths. */
export const findChromium = (): string | undefined => {
  const chosen = process.env.BASALT_CHROMIUM
  return chosen ? path.resolve(chosen) : usualPaths.find(isExecutable)
}

export const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The name of the system, from /etc/os-release or Node: `debian`, `ubuntu`, `darwin` … */
export function systemName(osRelease: string | undefined = readOsRelease()): string {
  const [, id] = /^ID="?([a-z0-9._-]+)"?$/m.exec(osRelease ?? '') ?? []
  return id ?? process.platform
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return undefined
  }
}

/** How to install a browser, as text for a terminal. */
export function chromiumAdvice(system: string): string {
  const command = commands[system]
  return [
    'The browser tests need Chromium, and none was found.',
    command
      ? `Install it with: ${command}`
      : 'Install Chromium or Google Chrome with the tools of your system,',
    `${command ? 'or' : 'then'} name the program yourself: BASALT_CHROMIUM=/path/to/chromium npm test`,
  ].join('\n')
}

const commands: Record<string, string> = {
  debian: 'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium',
  ubuntu: 'sudo snap install chromium',
  fedora: 'sudo dnf install -y chromium',
  arch: 'sudo pacman -S chromium',
  alpine: 'apk add chromium',
  darwin: 'brew install --cask chromium',
}
