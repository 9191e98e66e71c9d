import type { Reporter, TestCase } from 'vitest/node'

/** Lists the tests that passed only on a retry, with their first error, which Vitest itself does not report. */
export default class AttemptsReporter implements Reporter {
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const first = test.result().errors?.[0]?.message ?? 'no message'
    this.#flaky.push(`${test.module.relativeModuleId} › ${test.fullName}\n  ${first}`)
  }

  onTestRunEnd(): void {
    if (this.#flaky.length === 0) return
    console.log(`\nPassed only on a retry (each is a bug to fix):\n${this.#flaky.join('\n')}\n`)
  }
}
