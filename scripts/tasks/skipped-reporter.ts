import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { NO_REASON, type Skip } from './test-counts.ts'

/** The environment variable with the path of the report; without it nothing is written. */
export const SKIPPED_FILE = 'BASALT_SKIPPED_FILE'

/** Writes the skipped tests and their reasons as a JSON list of `Skip`. Vitest's own JSON report lacks the reasons. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[SKIPPED_FILE]
    if (!file) return
    const skips: Skip[] = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => ({
        test: `${module.relativeModuleId} › ${test.fullName}`,
        reason: reasonOf(test.result()),
      })),
    )
    writeFileSync(file, JSON.stringify(skips))
  }
}

const reasonOf = (result: object) => ('note' in result && result.note ? String(result.note) : NO_REASON)
