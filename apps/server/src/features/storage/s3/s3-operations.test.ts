import { expect, test } from 'vitest'
import {
  mustBeCurrentVersion,
  mustBeSupported,
  operationOf,
  S3_OPERATIONS,
  type S3Target,
  SUB_RESOURCES,
} from './s3-operations.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']
const reasonOf = (call: () => unknown) => {
  try {
    return call()
  } catch (error) {
    return (error as { options: { details: { reason: string } } }).options.details.reason
  }
}

test('an unsupported sub-resource is never treated as the bare method', () => {
  const supported = Object.keys(S3_OPERATIONS).filter((operation) => operation.split(' ').length > 2)
  const found: string[] = []
  for (const target of ['service', 'bucket', 'object'] as S3Target[])
    for (const method of METHODS)
      for (const subResource of SUB_RESOURCES) {
        const outcome = reasonOf(() => operationOf(target, method, [subResource]))
        if (outcome !== 'NotImplemented') found.push(String(outcome))
      }
  // Parts are uploaded with two sub-resources at once.
  expect(found.sort()).toEqual(supported.filter((one) => one !== 'object PUT partNumber uploadId').sort())
})

test.each<[S3Target, string, string[], string]>([
  ['object', 'PUT', [], 'object PUT'],
  ['object', 'PUT', ['x-id', 'X-Amz-Signature'], 'object PUT'],
  ['object', 'PUT', ['uploadId', 'partNumber', 'x-id'], 'object PUT partNumber uploadId'],
  ['object', 'PUT', ['partNumber'], 'NotImplemented'],
  ['object', 'PUT', ['versionId'], 'NotImplemented'],
  ['object', 'PUT', ['acl', 'x-id'], 'NotImplemented'],
  ['object', 'PUT', ['tagging', 'acl'], 'NotImplemented'],
  ['object', 'PUT', ['somethingNew'], 'NotImplemented'],
  ['object', 'DELETE', ['versionId'], 'object DELETE'],
  ['object', 'DELETE', ['somethingNew'], 'NotImplemented'],
  ['object', 'POST', [], 'NotImplemented'],
  ['object', 'GET', ['somethingNew'], 'object GET'],
  ['object', 'GET', ['acl'], 'NotImplemented'],
  ['bucket', 'DELETE', ['policy'], 'NotImplemented'],
  ['bucket', 'DELETE', ['metadataConfiguration'], 'NotImplemented'],
  ['bucket', 'GET', ['list-type', 'prefix'], 'bucket GET'],
  ['service', 'DELETE', [], 'NotImplemented'],
])('%s %s with %j is %s', (target, method, parameters, expected) => {
  expect(reasonOf(() => operationOf(target, method, parameters))).toBe(expected)
})

test.each([
  [{ 'x-amz-write-offset-bytes': '5' }, 'NotImplemented'],
  [{ 'x-amz-object-lock-mode': 'GOVERNANCE' }, 'NotImplemented'],
  [{ 'x-amz-object-lock-legal-hold': 'ON' }, 'NotImplemented'],
  [{ 'x-amz-object-lock-legal-hold': 'OFF' }, undefined],
  [{ 'x-amz-server-side-encryption-customer-key': 'abc' }, 'NotImplemented'],
  [{ 'content-type': 'text/plain', 'x-amz-meta-a': '1' }, undefined],
])('the headers %j are checked: %s', (headers, expected) => {
  expect(reasonOf(() => mustBeSupported(headers))).toBe(expected)
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['null', undefined],
  ['3sL4kqtJlcpXroDTDmJ', 'NoSuchVersion'],
])('the version %s is checked: %s', (versionId, expected) => {
  expect(reasonOf(() => mustBeCurrentVersion(versionId))).toBe(expected)
})
