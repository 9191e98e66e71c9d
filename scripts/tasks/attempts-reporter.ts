import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only at a later attempt, with what the first one said: Vitest itself passes over them. */
export default class AttemptsReporter implements Reporter {
  readonly #told: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const first = test.result().errors?.[0]?.message ?? 'no message'
    this.#told.push(`${test.module.relativeModuleId} › ${test.fullName}\n  ${first}`)
  }

  onTestRunEnd(): void {
    if (this.#told.length === 0) return
    console.log(`\nPassed only at another attempt (each is a bug to mend):\n${this.#told.join('\n')}\n`)
  }
}
