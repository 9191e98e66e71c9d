import { expect, test } from 'vitest'
import {
  none,
  oneFailed,
  playwrightCounts,
  playwrightSkips,
  skipLines,
  sum,
  summaryLine,
  vitestCounts,
  withExitCode,
} from './test-counts.ts'

test.each([
  [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed'],
  [{ passed: 12, failed: 3, skipped: 0 }, '12 passed, 3 failed'],
  [{ passed: 12, failed: 0, skipped: 2 }, '12 passed, 0 failed, 2 skipped'],
])('the counts %j are summarised as "%s"', (counts, line) => {
  expect(summaryLine(counts)).toBe(line)
})

test('counts of several tools add up', () => {
  expect(sum([{ passed: 1, failed: 2, skipped: 3 }, oneFailed, none])).toEqual({
    passed: 1,
    failed: 3,
    skipped: 3,
  })
})

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ],
}

test('skipped and todo tests of Vitest count as skipped', () => {
  expect(vitestCounts(vitestReport)).toEqual({ passed: 5, failed: 1, skipped: 2 })
})

test('a test file that cannot be loaded counts as one failed', () => {
  const testResults = [...vitestReport.testResults, { status: 'failed', assertionResults: [] }]
  expect(vitestCounts({ ...vitestReport, testResults }).failed).toBe(2)
})

test('a browser test that passed on a retry counts as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
  expect(playwrightCounts({ errors: [], stats })).toEqual({ passed: 5, failed: 1, skipped: 1 })
})

test('skipped browser tests are listed with the reason that each gives', () => {
  const skipped = (...annotations: { type: string; description?: string }[]) => [
    { status: 'skipped', annotations },
  ]
  const report = {
    suites: [
      {
        title: 'mcp.e2e.ts',
        specs: [
          { title: 'an agent reads', tests: [{ status: 'expected', annotations: [] }] },
          { title: 'an agent asks', tests: skipped({ type: 'skip', description: 'no agent here' }) },
        ],
        suites: [{ title: 'on a phone', specs: [{ title: 'an agent waits', tests: skipped() }] }],
      },
    ],
  }
  expect(playwrightSkips(report)).toEqual([
    { test: 'mcp.e2e.ts › an agent asks', reason: 'no agent here' },
    { test: 'mcp.e2e.ts › on a phone › an agent waits', reason: 'no reason given' },
  ])
})

test('skips are listed by their reason', () => {
  const skips = [
    { test: 'a', reason: 'no Java' },
    { test: 'b', reason: 'no PHP' },
    { test: 'c', reason: 'no Java' },
  ]
  expect(skipLines(skips)).toEqual(['no Java:', '  a', '  c', 'no PHP:', '  b'])
})

test('a server that did not start for the browser tests counts as failed', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  expect(playwrightCounts({ errors: [{ message: 'no server' }], stats }).failed).toBe(1)
})

test('a tool that exits with an error but reports no failure counts as one failed', () => {
  expect(withExitCode({ passed: 4, failed: 0, skipped: 0 }, 1).failed).toBe(1)
  expect(withExitCode({ passed: 4, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  expect(withExitCode({ passed: 4, failed: 0, skipped: 0 }, 0).failed).toBe(0)
})
