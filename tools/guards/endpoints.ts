import { describedEndpoints } from '../source/endpoints.ts'
import { isTest, type SourceFile } from '../source/source-file.ts'
import { callsOf, dottedName, nodesOf, syntaxOf } from '../source/syntax.ts'
import type { Guard } from './guard.ts'

const inServer = ({ path }: SourceFile) => path.startsWith('apps/server/src/') && path.endsWith('.ts')

/** Two endpoints of one name or one address would shadow each other without a word. */
export const endpointsAreDistinct: Guard = {
  rule: 'every endpoint is exported under its own name and has its own address',
  check(files) {
    const endpoints = describedEndpoints(files)
    const addresses = endpoints.map(({ method, path }) => `${method} ${path?.replace(/:\w+/g, ':')}`)
    return {
      looked: endpoints.length,
      broken: endpoints.flatMap(({ file, constant, name, path }, index) => [
        ...(name === constant ? [] : [`${file}: ${constant} calls itself ${name}`]),
        ...(path?.startsWith('/') ? [] : [`${file}: ${constant} has no literal path`]),
        ...(addresses.indexOf(addresses[index] ?? '') === index
          ? []
          : [`${file}: ${constant} repeats an address`]),
      ]),
    }
  },
}

/** What the contract promises, the server answers. */
export const endpointsAreMounted: Guard = {
  rule: 'every endpoint of the contract is mounted by the server',
  check(files) {
    const endpoints = describedEndpoints(files)
    const mounted = new Set(
      files
        .filter((file) => inServer(file) && !isTest(file.path))
        .flatMap(callsOf)
        .filter(({ name }) => name === 'mount' || name === 'mountSocket')
        .flatMap(({ args }) => args.map(dottedName)),
    )
    return {
      looked: endpoints.length,
      broken: endpoints
        .filter(({ constant }) => !mounted.has(constant))
        .map(({ file, constant }) => `${file}: ${constant} is not mounted`),
    }
  },
}

/** A test that walks all routes proves nothing about one: each endpoint is called by name somewhere. */
export const endpointsAreTested: Guard = {
  rule: 'every endpoint of the contract is named in a test of the server',
  check(files) {
    const endpoints = describedEndpoints(files)
    const named = new Set(
      files
        .filter((file) => inServer(file) && isTest(file.path))
        .flatMap((file) => [...nodesOf(syntaxOf(file))])
        .flatMap((node) => [node.type === 'Identifier' && node.name, node.type === 'Literal' && node.value])
        .map(String),
    )
    return {
      looked: endpoints.length,
      broken: endpoints
        .filter(({ constant }) => !named.has(constant))
        .map(({ file, constant }) => `${file}: no test of the server names ${constant}`),
    }
  },
}
