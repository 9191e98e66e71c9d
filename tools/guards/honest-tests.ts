import { isTest, isTypeScript, type SourceFile } from '../source/source-file.ts'
import { callsOf, dottedName, fieldOf, nodesOf, stringOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

/**
 * A test that is left out, or that waits for a fixed time, proves nothing. Tests that cannot run on a machine are skipped
 * by `skip(condition, reason)` of the test's context, because only that passes a reason to the summary. Test files share
 * their modules, so a mocked one is mocked or not by whichever file was first.
 */
export const honestTests: Guard = {
  rule: 'tests are sentences, none is left out, none sleeps, none mocks a module, and none needs ps',
  check(files) {
    const tests = files.filter(
      ({ path }) => /\.(test|e2e|conformance)\.tsx?$/.test(path) && isTypeScript(path),
    )
    return { checked: tests.length, broken: tests.flatMap(wrongIn) }
  },
}

/** Shared test code may sleep between two checks; the tests themselves may not. */
const sleeps = (file: SourceFile) =>
  callsOf(file).some(
    ({ name, args }) => /(^|\.)waitForTimeout$/.test(name) || (name === 'Promise' && isTimer(args[0])),
  )

/** A bare machine has no `ps`: packages/testing reads the processes from /proc there. */
const runsPs = (file: SourceFile) => callsOf(file).some(({ args }) => stringOf(args[0]) === 'ps')

const isTimer = (executor: ReturnType<typeof callsOf>[number]['args'][number] | undefined) =>
  executor !== undefined &&
  nodesOf(executor).some(
    (node) => node.type === 'CallExpression' && dottedName(fieldOf(node, 'callee')) === 'setTimeout',
  )

const mocksModule = (file: SourceFile) =>
  callsOf(file).some(({ name }) => name === 'vi.mock' || name === 'vi.doMock')

function wrongIn(file: SourceFile): string[] {
  if (!isTest(file.path)) return []
  const nodes = nodesOf(syntaxOf(file))
  const leftOut = nodes
    .map(dottedName)
    .filter((name) => /^(test|it|describe)\.(only|skip|todo|fixme|runIf|skipIf)$/.test(name ?? ''))
  const titles = callsOf(file)
    .filter(({ name }) => name === 'test' || name === 'it')
    .map(({ args }) => stringOf(args[0]))
  return [
    ...leftOut.map((name) => `${file.path} has a ${name}`),
    ...(sleeps(file) ? [`${file.path} sleeps: wait for the thing itself`] : []),
    ...(mocksModule(file) ? [`${file.path} mocks a module: other files may have loaded it before`] : []),
    ...(runsPs(file) ? [`${file.path} runs ps: use runningProcesses()`] : []),
    ...titles
      .filter((title) => title !== undefined && (/^should\b/i.test(title) || !title.includes(' ')))
      .map((title) => `${file.path}: "${title}" is not a sentence about behaviour`),
  ]
}
