import { expect, test } from 'vitest'
import { type BucketValues, bucketForm, emptyBucketValues, rulesOf, valuesOf } from './bucket-form.rules.ts'

const GLOBAL = 50 * 1024 ** 2
const problemsOf = (values: Partial<BucketValues>) =>
  bucketForm(GLOBAL, true)
    .safeParse({ ...emptyBucketValues, name: 'files', ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test.each<[Partial<BucketValues>, string, string]>([
  [{ name: '' }, 'name', 'Please provide a name for your bucket'],
  [{ name: 'public' }, 'name', '"public" is a reserved name. Choose another one.'],
  [{ hasLimit: true, amount: '' }, 'amount', 'Enter a number of 0 or more'],
  [{ hasLimit: true, amount: '-1' }, 'amount', 'Enter a number of 0 or more'],
  [
    { hasLimit: true, amount: '51' },
    'amount',
    'Exceeds global limit of 50 MB. Increase limit in Storage Settings first.',
  ],
  [{ hasTypes: true, types: 'image' }, 'types', 'Invalid MIME type format. Please check your input.'],
])('%j is invalid at %s', (values, field, message) => {
  expect(problemsOf(values)).toEqual([[field, message]])
})

test('disabled rules are not validated', () => {
  expect(problemsOf({ amount: 'x', types: 'x' })).toEqual([])
  expect(rulesOf({ ...emptyBucketValues, amount: '1', types: 'a/b' })).toEqual({
    public: false,
    file_size_limit: null,
    allowed_mime_types: null,
  })
})

test('a bucket survives the round trip through the form', () => {
  const bucket = {
    id: 'a',
    name: 'a',
    owner: null,
    created_at: '',
    updated_at: '',
    public: true,
    file_size_limit: 1536,
    allowed_mime_types: ['image/*', 'text/csv'],
  }
  expect(rulesOf(valuesOf(bucket))).toEqual({
    public: true,
    file_size_limit: 1536,
    allowed_mime_types: ['image/*', 'text/csv'],
  })
})
