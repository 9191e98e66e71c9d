export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }
export const oneFailed: Counts = { ...none, failed: 1 }

export const sum = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    none,
  )

/** The last line of `npm test`, which programs parse. */
export const summaryLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** The parts of Vitest's JSON report that are read. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests, but counts as failed. */
export function vitestCounts(report: VitestReport): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** A test that was not run, and why. */
export interface Skip {
  test: string
  reason: string
}

export const NO_REASON = 'no reason given'

/** The skipped tests grouped by reason, in order of first appearance. */
export function skipLines(skips: readonly Skip[]): string[] {
  const byReason = Map.groupBy(skips, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, group]) => [`${reason}:`, ...group.map(({ test }) => `  ${test}`)])
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: string; annotations: { type: string; description?: string }[] }[]
  }[]
}

/** The parts of Playwright's JSON report that are read. */
interface PlaywrightReport {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites?: PlaywrightSuite[]
}

/** The skipped tests of Playwright's JSON report, with the reasons given to `test.skip`. */
export const playwrightSkips = ({ suites = [] }: Pick<PlaywrightReport, 'suites'>): Skip[] =>
  suites.flatMap((suite) => skipsIn(suite, []))

function skipsIn({ title, suites = [], specs = [] }: PlaywrightSuite, above: string[]): Skip[] {
  const names = [...above, title]
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => ({
          test: [...names, spec.title].join(' › '),
          reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
        })),
    ),
    ...suites.flatMap((suite) => skipsIn(suite, names)),
  ]
}

/**
 * Counts of Playwright's JSON report. An error outside every test, such as a server that did not start, counts as failed.
 * A test that passed on a retry (only in CI) counts as passed; Playwright's list marks it as flaky.
 */
export function playwrightCounts({ errors, stats }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** A tool that exits with an error but reports no failure counts as one failed. */
export const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
