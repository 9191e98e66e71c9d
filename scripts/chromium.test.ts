import { expect, test } from 'vitest'
import { chromiumAdvice, systemName } from './chromium.ts'

test.each([
  ['PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n', 'debian'],
  ['ID=ubuntu\nID_LIKE=debian\n', 'ubuntu'],
  ['NAME="Fedora"\nID="fedora"\n', 'fedora'],
  [undefined, process.platform],
])('%j is the system %s', (osRelease, name) => {
  expect(systemName(osRelease ?? '')).toBe(name)
})

test.each([
  ['debian', 'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium'],
  ['darwin', 'brew install --cask chromium'],
  ['plan9', 'with the tools of your system'],
])('on %s the advice contains %s', (system, advice) => {
  expect(chromiumAdvice(system)).toContain(advice)
  expect(chromiumAdvice(system)).toContain('BASALT_CHROMIUM=')
})
