import { storageError } from '../storage-error.ts'

/** What a path addresses: nothing, a bucket, or a bucket and a key. */
export type S3Target = 'service' | 'bucket' | 'object'

/**
 * All query parameters that select another operation (Amazon S3 API Reference, "Actions"). Without this list,
 * `PUT /bucket/key?acl` would be a PutObject that overwrites the object with an ACL document.
 */
export const SUB_RESOURCES: readonly string[] = [
  ...['abac', 'accelerate', 'acl', 'analytics', 'append', 'attributes', 'cors', 'delete', 'encryption'],
  ...['intelligent-tiering', 'inventory', 'legal-hold', 'lifecycle', 'location', 'logging'],
  ...['metadataAnnotationTable', 'metadataConfiguration', 'metadataInventoryTable', 'metadataJournalTable'],
  ...['metadataTable', 'metrics', 'notification', 'object-lock', 'ownershipControls', 'partNumber'],
  ...['policy', 'policyStatus', 'publicAccessBlock', 'renameObject', 'replication', 'requestPayment'],
  ...[
    'restore',
    'retention',
    'select',
    'select-type',
    'session',
    'tagging',
    'torrent',
    'uploadId',
    'uploads',
  ],
  ...['versioning', 'versions', 'website'],
]

/** Parameters that sign a request or name the SDK's command, without any other effect. */
const SIGNING = /^(?:x-amz-|x-id$)/i

const LIST = ['prefix', 'delimiter', 'encoding-type']
/** Response headers that a signed request may set. */
export const OVERRIDES = [
  ...['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type'],
  'expires',
] as const
const READ = ['versionId', ...OVERRIDES.map((name) => `response-${name}`)]

/**
 * The supported operations by target, method and sub-resources (in alphabetical order), with the parameters of each.
 * Other requests are refused.
 */
export const S3_OPERATIONS = {
  'service GET': ['prefix', 'continuation-token', 'max-buckets', 'bucket-region'],
  'bucket GET': [
    ...LIST,
    'marker',
    'max-keys',
    'list-type',
    'continuation-token',
    'start-after',
    'fetch-owner',
  ],
  'bucket GET location': [],
  'bucket GET uploads': [...LIST, 'key-marker', 'upload-id-marker', 'max-uploads'],
  'bucket GET versioning': [],
  'bucket HEAD': [],
  'bucket PUT': [],
  'bucket DELETE': [],
  'bucket POST delete': [],
  'object GET': READ,
  'object GET attributes': ['versionId'],
  'object GET partNumber': READ,
  'object GET tagging': ['versionId'],
  'object GET uploadId': ['max-parts', 'part-number-marker', 'encoding-type'],
  'object HEAD': READ,
  'object HEAD partNumber': READ,
  'object PUT': [],
  'object PUT partNumber uploadId': [],
  'object PUT tagging': ['versionId'],
  'object POST uploadId': [],
  'object POST uploads': ['encoding-type'],
  'object DELETE': ['versionId'],
  'object DELETE tagging': ['versionId'],
  'object DELETE uploadId': [],
} as const satisfies Record<string, readonly string[]>

export type S3Operation = keyof typeof S3_OPERATIONS

/**
 * The operation of a request. Throws NotImplemented for unsupported sub-resources and, in writes, for unknown
 * parameters. Amazon ignores unknown parameters, but here a new sub-resource must not destroy an object. Reads ignore
 * them.
 */
export function operationOf(target: S3Target, method: string, parameters: readonly string[]): S3Operation {
  const subResources = parameters.filter((name) => SUB_RESOURCES.includes(name)).sort()
  const operation = [`${target} ${method}`, ...subResources].join(' ')
  if (!isSupported(operation)) throw notImplemented(subResources.join(', ') || `${method} of a ${target}`)
  const supported: readonly string[] = S3_OPERATIONS[operation]
  const unknown = parameters.find(
    (name) => !SUB_RESOURCES.includes(name) && !supported.includes(name) && !SIGNING.test(name),
  )
  if (unknown !== undefined && method !== 'GET' && method !== 'HEAD') throw notImplemented(unknown)
  return operation
}

const isSupported = (operation: string): operation is S3Operation => Object.hasOwn(S3_OPERATIONS, operation)

const notImplemented = (what: string) =>
  storageError('NotImplemented', `This service does not implement ${JSON.stringify(what)} of the S3 protocol`)

/** Headers for unsupported features, with the values that have no effect. */
const REFUSED_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'x-amz-grant-full-control': [],
  'x-amz-grant-read': [],
  'x-amz-grant-read-acp': [],
  'x-amz-grant-write': [],
  'x-amz-grant-write-acp': [],
  'x-amz-bucket-object-lock-enabled': ['false'],
  'x-amz-object-lock-mode': [],
  'x-amz-object-lock-retain-until-date': [],
  'x-amz-object-lock-legal-hold': ['off'],
  'x-amz-server-side-encryption': [],
  'x-amz-server-side-encryption-aws-kms-key-id': [],
  'x-amz-server-side-encryption-context': [],
  'x-amz-server-side-encryption-customer-algorithm': [],
  'x-amz-server-side-encryption-customer-key': [],
  'x-amz-copy-source-server-side-encryption-customer-algorithm': [],
  'x-amz-copy-source-server-side-encryption-customer-key': [],
  'x-amz-website-redirect-location': [],
  // Appends to an object of a directory bucket; a PutObject would replace it.
  'x-amz-write-offset-bytes': [],
  'x-amz-if-match-last-modified-time': [],
  'x-amz-if-match-size': [],
  'x-amz-rename-source': [],
  'x-amz-mfa': [],
}

/** Throws NotImplemented for a header that would otherwise be ignored. */
export function mustBeSupported(headers: Readonly<Record<string, unknown>>) {
  for (const [name, harmless] of Object.entries(REFUSED_HEADERS)) {
    const value = headers[name]
    if (value !== undefined && !harmless.includes(String(value).toLowerCase())) throw notImplemented(name)
  }
}

/** Versions are not stored; the current one has the id `null`. Throws NoSuchVersion for any other. */
export function mustBeCurrentVersion(versionId: string | undefined) {
  if (versionId !== undefined && versionId !== '' && versionId !== 'null') throw storageError('NoSuchVersion')
}
