import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runTool } from '../child.ts'
import { build } from './build.ts'
import { checkText, heading } from './check.ts'
import { haveChromium } from './chromium-set-up.ts'
import { PLAYWRIGHT_TEST } from './e2e.ts'
import { SKIPPED_FILE } from './skipped-reporter.ts'
import {
  type Counts,
  type Failure,
  failureLines,
  none,
  oneFailed,
  playwrightCounts,
  playwrightFailures,
  playwrightSkips,
  type Skip,
  skipLines,
  sum,
  summaryLine,
  vitestCounts,
  vitestFailures,
  withExitCode,
} from './test-counts.ts'
import { testFolder } from './test-folder.ts'

/**
 * `npm test`: format, lint, types, then every test. Each step runs even if earlier ones failed. What was skipped and what
 * failed is listed again at the end, and the last line is the sum: `N passed, N failed`.
 */
export async function test(): Promise<number> {
  const reports = mkdtempSync(path.join(tmpdir(), 'basalt-test-'))
  try {
    const skippedFile = path.join(reports, 'skipped.json')
    const unitReport = path.join(reports, 'vitest.json')
    const browserReport = path.join(reports, 'playwright.json')
    const failedChecks = await checkText()
    const counts = sum([
      { ...none, failed: failedChecks.length },
      await unitTests(unitReport, skippedFile),
      await browserTests(browserReport),
    ])
    printSkips([
      ...readList(skippedFile, (skips: Skip[]) => skips),
      ...readList(browserReport, playwrightSkips),
    ])
    printFailures([
      // What they said stands at the beginning of a long log, which may have been cut.
      ...failedChecks.map((check) => ({
        test: check,
        message: 'See its output above, or run `npm run check`.',
      })),
      ...readList(unitReport, (report: Parameters<typeof vitestFailures>[0]) =>
        vitestFailures(report, process.cwd()),
      ),
      ...readList(browserReport, playwrightFailures),
    ])
    console.log(`\n${summaryLine(counts)}`)
    return counts.failed === 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function unitTests(report: string, skippedFile: string): Promise<Counts> {
  heading('Unit, integration and architecture tests')
  const code = await runTool(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=./scripts/tasks/attempts-reporter.ts',
      '--reporter=./scripts/tasks/skipped-reporter.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...testFolder(), [SKIPPED_FILE]: skippedFile },
  )
  return withExitCode(readReport(report, vitestCounts), code)
}

async function browserTests(report: string): Promise<Counts> {
  heading('Browser tests')
  if (!haveChromium() || (await build()) !== 0) return oneFailed
  const code = await runTool('playwright', [...PLAYWRIGHT_TEST, '--reporter=list,json'], {
    ...testFolder(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return withExitCode(readReport(report, playwrightCounts), code)
}

function printSkips(skips: readonly Skip[]) {
  if (skips.length === 0) return
  heading(`Skipped (${skips.length})`)
  console.log(skipLines(skips).join('\n'))
}

function printFailures(failures: readonly Failure[]) {
  if (failures.length === 0) return
  heading(`Failed (${failures.length})`)
  console.log(failureLines(failures).join('\n'))
}

/** A tool that ended before it wrote its report has failed anyway; its tests are unknown. */
const readList = <Report, Item>(file: string, read: (report: Report) => Item[]): Item[] =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as Report) : []

function readReport<Report>(file: string, read: (report: Report) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch (error) {
    console.error(`The report of the tests cannot be read: ${error instanceof Error ? error.message : error}`)
    return oneFailed
  }
}
