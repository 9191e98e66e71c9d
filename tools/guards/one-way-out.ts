import { isTest, isTypeScript, type SourceFile } from '../source/source-file.ts'
import { callsOf, nodesOf, stringOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

const transports = [
  'fetch',
  'window.fetch',
  'globalThis.fetch',
  'EventSource',
  'WebSocket',
  'XMLHttpRequest',
  'navigator.sendBeacon',
]
const serverPath = /^\/(platform|v1|api)\//

/** The dashboard calls the server only in api/, by endpoints of the contract, because nothing checks hand-written paths. */
export const oneWayOut: Guard = {
  rule: 'the dashboard calls the server only through api/',
  check(files) {
    const code = files.filter(
      ({ path }) =>
        path.startsWith('apps/dashboard/src/') &&
        !path.startsWith('apps/dashboard/src/api/') &&
        isTypeScript(path) &&
        !isTest(path),
    )
    return {
      checked: code.length,
      broken: code.flatMap((file) => [...ownTransports(file), ...ownPaths(file)]),
    }
  },
}

const ownTransports = (file: SourceFile) =>
  callsOf(file)
    .filter(({ name }) => transports.includes(name))
    .map(({ name }) => `${file.path} calls ${name}`)

const ownPaths = (file: SourceFile) =>
  nodesOf(syntaxOf(file))
    .map((node) => stringOf(node) ?? firstPart(node))
    .filter((text) => text !== undefined && serverPath.test(text))
    .map((text) => `${file.path} writes the path ${text}`)

const firstPart = (node: { type: string; quasis?: unknown }) =>
  node.type === 'TemplateLiteral'
    ? (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked
    : undefined
