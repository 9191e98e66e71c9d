import { isDeepStrictEqual } from 'node:util'

/**
 * Minimal TAP: every suite, in any language, prints one line per test, `ok - name` or `not ok - name # reason`, so that
 * results of different modes can be compared. Tests are collected first and run one by one by `run`; arguments select
 * some by part of their name.
 */

/** A driver that hangs is the kind of fault that these tests look for. */
const TEST_LIMIT_MS = 30_000

const tests: { name: string; body: () => Promise<void> }[] = []

export const test = (name: string, body: () => Promise<void>) => void tests.push({ name, body })

/** A test of session state: in transaction mode it is expected to fail and not counted. */
export const sessionTest = (name: string, body: () => Promise<void>) => test(`[session] ${name}`, body)

/**
 * The number of concurrent clients of some tests. A pool in session mode has a slot for each, and fewer slots than a
 * database allows clients.
 */
export const CLIENTS = Number(process.env.SUITE_CLIENTS)

const closing: (() => unknown)[] = []

/** Registers a cleanup for the end of the test, however it ends: a connection left open would fail the next tests. */
export const afterTest = (close: () => unknown) => void closing.push(close)

export function equal(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) throw new Error(`expected ${show(expected)}, got ${show(actual)}`)
}

/** Resolves with the error of work that must fail. @throws Error when it succeeds */
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
  const selected = process.argv.slice(2)
  for (const { name, body } of tests) {
    if (selected.length > 0 && !selected.some((part) => name.includes(part))) continue
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
