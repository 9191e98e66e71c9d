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

/** The last line of `npm test`, which programs read. */
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

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests, but it failed. */
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

/** The parts of Playwright's JSON report that are read. */
interface PlaywrightReport {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/**
 * Counts of Playwright's JSON report. An error outside every test, such as a server that did not start, failed too.
 * What passed at a later attempt (only CI makes one) passed; Playwright's list names it as flaky.
 */
export function playwrightCounts({ errors, stats }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** A tool that ended badly and whose report names no failure failed as a whole. */
export const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
