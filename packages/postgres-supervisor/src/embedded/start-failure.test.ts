import { expect, test } from 'vitest'
import { startFailure } from './start-failure.ts'

test.each([
  ['could not write lock file "postmaster.pid": No space left on device', 'disk_full'],
  ['could not locate a valid checkpoint record at 0/174C040', 'corrupt'],
  ['"/srv/one/data" is not a valid data directory', 'corrupt'],
  ['incorrect checksum in control file', 'corrupt'],
  ['database files are incompatible with server', 'corrupt'],
  ['invalid value for parameter "work_mem": "lots"', 'not_ready'],
  ['could not map anonymous shared memory: Cannot allocate memory', 'not_ready'],
])('%s → %s', (reason, code) => {
  const failure = startFailure('exited with code 1', reason)
  expect(failure.code).toBe(code)
  expect(failure.message).toContain(reason)
})

test('without a message of the server, the failure says how it ended', () => {
  expect(startFailure('was ended by SIGKILL', undefined).message).toContain('was ended by SIGKILL')
})
