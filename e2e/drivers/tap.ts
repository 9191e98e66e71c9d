import { isDeepStrictEqual } from 'node:util'

/**
 * Minimal TAP: every suite, whatever its language, prints one line a test, `ok - name` or `not ok - name # reason`,
 * so that the results of one way in can be compared with those of another. Tests are collected first and run one
 * after the other by `run`; arguments of the program choose some by a part of their name.
 */

/** A driver that waits forever is the kind of fault that these tests look for. */
const TEST_LIMIT_MS = 30_000

const tests: { name: string; body: () => Promise<void> }[] = []

export const test = (name: string, body: () => Promise<void>) => void tests.push({ name, body })

/** A test of session state: in transaction mode it is expected to fail and not counted. */
export const sessionTest = (name: string, body: () => Promise<void>) => test(`[session] ${name}`, body)

/**
 * How many clients are connected at a time where a test wants many. A pool in session mode has a place for each, and
 * fewer of them than a database takes clients.
 */
export const CLIENTS = Number(process.env.SUITE_CLIENTS)

const closing: (() => unknown)[] = []

/** Closes what a test opened once it is over, however it ended: a connection left open would fail the next tests. */
export const afterTest = (close: () => unknown) => void closing.push(close)

export function equal(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) throw new Error(`expected ${show(expected)}, got ${show(actual)}`)
}

/** Resolves with the error of what must fail. @throws Error when it succeeds */
export async function fails(work: Promise<unknown>): Promise<Error & { code?: string }> {
  let result: unknown
  try {
    result = await work
  } catch (error) {
    return error as Error
  }
  throw new Error(`expected a failure, got ${show(result)}`)
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 200) ?? String(value)

/**
 * Runs the collected tests, prints a line for each, and ends the process, because a failed test may leave connections
 * open.
 */
export async function run(): Promise<never> {
  const wanted = process.argv.slice(2)
  for (const { name, body } of tests) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    const reason = await outcome(body)
    process.stdout.write(
      reason === undefined ? `ok - ${name}\n` : `not ok - ${name} # ${reason.replaceAll('\n', ' ')}\n`,
    )
  }
  process.exit(0)
}

async function outcome(body: () => Promise<void>): Promise<string | undefined> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no end after ${TEST_LIMIT_MS} ms`)), TEST_LIMIT_MS)
  try {
    await Promise.race([body(), limit.promise])
    return undefined
  } catch (error) {
    return (error as Error).message || String(error)
  } finally {
    clearTimeout(timer)
    for (const close of closing.splice(0)) close()
  }
}
