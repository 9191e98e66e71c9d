import { expect, test } from 'vitest'
import { readStartupOptions } from './startup-options.ts'

test.each([
  ['', {}],
  ['-c geqo=off', { geqo: 'off' }],
  ['-cgeqo=off --statement-timeout=5min', { geqo: 'off', statement_timeout: '5min' }],
  ['  -c search_path=a,\\ b\\\\c  ', { search_path: 'a, b\\c' }],
  ['-c a=b=c', { a: 'b=c' }],
])('%j', (options, settings) => {
  expect(Object.fromEntries(readStartupOptions(options))).toEqual(settings)
})

test.each(['-d 5', '-c', '-c nothing', '--=x', 'geqo=off'])('%j is refused', (options) => {
  expect(() => readStartupOptions(options)).toThrow('invalid command-line argument')
})
