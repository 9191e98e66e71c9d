import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runTool } from '../child.ts'
import { build } from './build.ts'
import { checkText, heading } from './check.ts'
import { haveChromium } from './chromium-set-up.ts'
import { PLAYWRIGHT_TEST } from './e2e.ts'
import {
  type Counts,
  none,
  oneFailed,
  playwrightCounts,
  sum,
  summaryLine,
  vitestCounts,
  withExitCode,
} from './test-counts.ts'

/**
 * `npm test`: format, lint, types, then every test. Each step runs whatever the ones before it said, and the last
 * line is the sum: `N passed, N failed`.
 */
export async function test(): Promise<number> {
  const reports = mkdtempSync(path.join(tmpdir(), 'basalt-test-'))
  try {
    const failedChecks = await checkText()
    const counts = sum([
      { ...none, failed: failedChecks },
      await unitTests(path.join(reports, 'vitest.json')),
      await browserTests(path.join(reports, 'playwright.json')),
    ])
    console.log(`\n${summaryLine(counts)}`)
    return counts.failed === 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function unitTests(report: string): Promise<Counts> {
  heading('Unit, integration and architecture tests')
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=./scripts/tasks/attempts-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return withExitCode(readReport(report, vitestCounts), code)
}

async function browserTests(report: string): Promise<Counts> {
  heading('Browser tests')
  if (!haveChromium() || (await build()) !== 0) return oneFailed
  const code = await runTool('playwright', [...PLAYWRIGHT_TEST, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return withExitCode(readReport(report, playwrightCounts), code)
}

function readReport<Report>(file: string, read: (report: Report) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch (error) {
    console.error(`The report of the tests cannot be read: ${error instanceof Error ? error.message : error}`)
    return oneFailed
  }
}
