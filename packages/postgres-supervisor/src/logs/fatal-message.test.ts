import { expect, test } from 'vitest'
import { whatWasPrinted } from './last-words.ts'

const stamp = '2026-01-02 03:04:05.678 UTC [4711]'

test.each([
  ['nothing was printed', '', undefined],
  ['the log took over', `${stamp} LOG:  redirecting log output to logging collector process\n`, undefined],
  [
    'the reason stands above the fatal line',
    `${stamp} LOG:  invalid value for parameter "work_mem": "lots"\n${stamp} FATAL:  configuration file contains errors\n`,
    'invalid value for parameter "work_mem": "lots" configuration file contains errors',
  ],
  [
    'the server had no log format yet',
    'postgres: could not find the database system\nExpected to find it in "/srv",\n',
    'postgres: could not find the database system Expected to find it in "/srv",',
  ],
])('%s', (_case, printed, words) => {
  expect(whatWasPrinted(printed)).toBe(words)
})
