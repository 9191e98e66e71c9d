import { expect, test } from 'vitest'
import {
  failureLines,
  none,
  oneFailed,
  playwrightCounts,
  playwrightFailures,
  playwrightSkips,
  skipLines,
  sum,
  summaryLine,
  vitestCounts,
  vitestFailures,
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
    {
      name: '/basalt/scripts/child.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [{ status: 'passed', fullName: 'a child ends', failureMessages: [] }],
    },
    {
      name: '/basalt/scripts/lock.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        {
          status: 'failed',
          fullName: 'a lock is held',
          failureMessages: ['AssertionError: expected 1 to be 2\n\n    at one\n    at two\n    at three'],
        },
      ],
    },
  ],
}
const notLoaded = {
  name: '/basalt/scripts/poll.test.ts',
  status: 'failed',
  message: 'Cannot find poll.ts',
  assertionResults: [],
}

test('skipped and todo tests of Vitest count as skipped', () => {
  expect(vitestCounts(vitestReport)).toEqual({ passed: 5, failed: 1, skipped: 2 })
})

test('a test file that cannot be loaded counts as one failed', () => {
  const testResults = [...vitestReport.testResults, notLoaded]
  expect(vitestCounts({ ...vitestReport, testResults }).failed).toBe(2)
})

test('failed tests are listed at the end with the first lines of what they said', () => {
  const failures = vitestFailures({ testResults: [...vitestReport.testResults, notLoaded] }, '/basalt')
  expect(failureLines(failures)).toEqual([
    'scripts/lock.test.ts › a lock is held',
    '  AssertionError: expected 1 to be 2',
    '  at one',
    '  at two',
    'scripts/poll.test.ts',
    '  Cannot find poll.ts',
  ])
})

test('a browser test that passed on a retry counts as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
  expect(playwrightCounts({ errors: [], stats })).toEqual({ passed: 5, failed: 1, skipped: 1 })
})

test('skipped browser tests are listed with the reason that each gives', () => {
  const ended = (status: string, ...annotations: { type: string; description?: string }[]) => [
    { status, annotations, projectName: 'desktop', results: [] },
  ]
  const skipped = (...annotations: { type: string; description?: string }[]) =>
    ended('skipped', ...annotations)
  const report = {
    suites: [
      {
        title: 'mcp.e2e.ts',
        specs: [
          { title: 'an agent reads', tests: ended('expected') },
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

test('failed browser tests are listed with their last error, and so is what failed outside them', () => {
  const report = {
    errors: [{ message: 'no server' }],
    suites: [
      {
        title: 'mcp.e2e.ts',
        specs: [
          {
            title: 'an agent asks',
            tests: [
              {
                status: 'unexpected',
                projectName: 'mobile',
                annotations: [],
                results: [{ error: { message: 'no button' } }, { error: { message: 'no dialog' } }],
              },
              { status: 'flaky', projectName: 'desktop', annotations: [], results: [] },
            ],
          },
        ],
      },
    ],
  }
  expect(failureLines(playwrightFailures(report))).toEqual([
    'Browser tests',
    '  no server',
    '[mobile] mcp.e2e.ts › an agent asks',
    '  no dialog',
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
