import { contractEndpoints } from '../source/endpoints.ts'
import { isTest, type SourceFile } from '../source/source-file.ts'
import { callsOf, dottedName, nodesOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

const inServer = ({ path }: SourceFile) => path.startsWith('apps/server/src/') && path.endsWith('.ts')

/** Two endpoints with one name or one address would silently shadow each other. */
export const endpointsAreDistinct: Guard = {
  rule: 'every endpoint is exported under its name and has a unique address',
  check(files) {
    const endpoints = contractEndpoints(files)
    const addresses = endpoints.map(({ method, path }) => `${method} ${path?.replace(/:\w+/g, ':')}`)
    return {
      checked: endpoints.length,
      broken: endpoints.flatMap(({ file, constant, name, path }, index) => [
        ...(name === constant ? [] : [`${file}: ${constant} has the name ${name}`]),
        ...(path?.startsWith('/') ? [] : [`${file}: ${constant} has no literal path`]),
        ...(addresses.indexOf(addresses[index] ?? '') === index
          ? []
          : [`${file}: ${constant} repeats an address`]),
      ]),
    }
  },
}

/** The server implements everything in the contract. */
export const endpointsAreMounted: Guard = {
  rule: 'every endpoint of the contract is mounted by the server',
  check(files) {
    const endpoints = contractEndpoints(files)
    const mounted = new Set(
      files
        .filter((file) => inServer(file) && !isTest(file.path))
        .flatMap(callsOf)
        .filter(({ name }) => ['mount', 'mountSocket', 'mountKind'].includes(name))
        .flatMap(({ args }) => args.map(dottedName)),
    )
    return {
      checked: endpoints.length,
      broken: endpoints
        .filter(({ constant }) => !mounted.has(constant))
        .map(({ file, constant }) => `${file}: ${constant} is not mounted`),
    }
  },
}

/** A test that walks all routes proves nothing about a single one, so each endpoint has to be called by name. */
export const endpointsAreTested: Guard = {
  rule: 'every endpoint of the contract is named in a test of the server',
  check(files) {
    const endpoints = contractEndpoints(files)
    const named = new Set(
      files
        .filter((file) => inServer(file) && isTest(file.path))
        .flatMap((file) => nodesOf(syntaxOf(file)))
        .flatMap((node) => [node.type === 'Identifier' && node.name, node.type === 'Literal' && node.value])
        .map(String),
    )
    return {
      checked: endpoints.length,
      broken: endpoints
        .filter(({ constant }) => !named.has(constant))
        .map(({ file, constant }) => `${file}: no test of the server names ${constant}`),
    }
  },
}
