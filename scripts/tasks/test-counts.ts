import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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
  testResults: {
    /** The path of the file. */
    name: string
    status: string
    /** Why the file could not be loaded. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests, but counts as failed. */
export function vitestCounts(report: VitestReport): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(isBroken).length,
    skipped: numPendingTests + numTodoTests,
  }
}

const isBroken = ({ status, assertionResults }: VitestReport['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed')

/** A test that failed, and the first lines of what it said. */
export interface Failure {
  test: string
  message: string
}

/** The failed tests of Vitest's JSON report, with paths from `root`. */
export const vitestFailures = ({ testResults }: Pick<VitestReport, 'testResults'>, root: string): Failure[] =>
  testResults.flatMap((file) => {
    const name = path.relative(root, file.name)
    if (isBroken(file)) return [{ test: name, message: file.message }]
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        test: `${name} › ${fullName}`,
        message: failureMessages?.[0] ?? '',
      }))
  })

/** Lines of a message that the list of failures repeats; the rest stands above, where the test ran. */
const MESSAGE_LINES = 3

/** The failed tests as a list that fits on the last page of a log. */
export const failureLines = (failures: readonly Failure[]): string[] =>
  failures.flatMap(({ test, message }) => [
    test,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, MESSAGE_LINES)
      .map((line) => `  ${line.trim()}`),
  ])

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
    tests: {
      status: string
      projectName: string
      annotations: { type: string; description?: string }[]
      results: { error?: { message?: string } }[]
    }[]
  }[]
}

type PlaywrightSpec = NonNullable<PlaywrightSuite['specs']>[number]

/** The parts of Playwright's JSON report that are read. */
interface PlaywrightReport {
  /** What failed outside every test. */
  errors: { message?: string }[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites?: PlaywrightSuite[]
}

/** The skipped tests of Playwright's JSON report, with the reasons given to `test.skip`. */
export const playwrightSkips = ({ suites = [] }: Pick<PlaywrightReport, 'suites'>): Skip[] =>
  suites
    .flatMap((suite) => specsIn(suite))
    .flatMap(({ name, spec }) =>
      spec.tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => ({
          test: name,
          reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
        })),
    )

/** The failed tests of Playwright's JSON report, and what failed outside every test. */
export const playwrightFailures = ({
  errors,
  suites = [],
}: Pick<PlaywrightReport, 'errors' | 'suites'>): Failure[] => [
  ...errors.map(({ message = '' }) => ({ test: 'Browser tests', message })),
  ...suites
    .flatMap((suite) => specsIn(suite))
    .flatMap(({ name, spec }) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) => ({
          test: `[${projectName}] ${name}`,
          message: results.findLast(({ error }) => error)?.error?.message ?? '',
        })),
    ),
]

function specsIn(
  { title, suites = [], specs = [] }: PlaywrightSuite,
  above: string[] = [],
): { name: string; spec: PlaywrightSpec }[] {
  const names = [...above, title]
  return [
    ...specs.map((spec) => ({ name: [...names, spec.title].join(' › '), spec })),
    ...suites.flatMap((suite) => specsIn(suite, names)),
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
