import { expect, test } from 'vitest'
import { metadataHeaders, userMetadataIn } from './s3-metadata.ts'

const parse = (headers: Record<string, string>) => userMetadataIn(headers)

test.each<[string, unknown, string, unknown]>([
  ['plain', 'Ann', 'Ann', 'Ann'],
  ['wide', 'Ångström → 1', '=?UTF-8?B?w4VuZ3N0csO2bSDihpIgMQ==?=', 'Ångström → 1'],
  ['lines', 'a\r\nb', '=?UTF-8?B?YQ0KYg==?=', 'a\r\nb'],
  ['number', 5, '5', '5'],
  ['nested', { a: [1] }, '{"a":[1]}', '{"a":[1]}'],
])('%s metadata passes through a header', (name, value, header, back) => {
  const headers = metadataHeaders({ [name]: value })
  expect(headers).toEqual({ [`x-amz-meta-${name}`]: header })
  expect(parse(headers)).toEqual({ [name]: back })
})

test('names that are invalid in headers are omitted', () => {
  expect(metadataHeaders({ 'a b': 1, ö: 1, '': 1, 'a:b': 1 })).toEqual({})
  expect([metadataHeaders(null), parse({ 'content-type': 'text/plain' })]).toEqual([{}, null])
})
