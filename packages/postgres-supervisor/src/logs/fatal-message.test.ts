import { expect, test } from 'vitest'
import { messageInOutput } from './fatal-message.ts'

const stamp = '2026-01-02 03:04:05.678 UTC [4711]'

test.each([
  ['nothing was printed', '', undefined],
  [
    'the log had been opened',
    `${stamp} LOG:  redirecting log output to logging collector process\n`,
    undefined,
  ],
  [
    'the reason precedes the fatal line',
    `${stamp} LOG:  invalid value for parameter "work_mem": "lots"\n${stamp} FATAL:  configuration file contains errors\n`,
    'invalid value for parameter "work_mem": "lots" configuration file contains errors',
  ],
  [
    'the server had no log format yet',
    'postgres: could not find the database system\nExpected to find it in "/srv",\n',
    'postgres: could not find the database system Expected to find it in "/srv",',
  ],
])('%s', (_case, output, message) => {
  expect(messageInOutput(output)).toBe(message)
})
