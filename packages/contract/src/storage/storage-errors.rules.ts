import type { ErrorCode } from '../errors.ts'

interface StorageFailure {
  readonly code: ErrorCode
  /** The `error` field of the response to storage clients. */
  readonly error: string
  readonly message: string
}

/** All errors of the storage service, by the `code` that its clients branch on. */
export const storageFailures = {
  NoSuchBucket: { code: 'not_found', error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { code: 'not_found', error: 'not_found', message: 'Object not found' },
  NoSuchUpload: { code: 'not_found', error: 'not_found', message: 'Upload not found' },
  UploadExpired: { code: 'gone', error: 'not_found', message: 'The upload has expired' },
  OffsetConflict: { code: 'conflict', error: 'OffsetConflict', message: 'The upload is at another offset' },
  UnsupportedVersion: {
    code: 'precondition_failed',
    error: 'UnsupportedVersion',
    message: 'This version of the protocol is not supported',
  },
  BucketAlreadyExists: { code: 'conflict', error: 'Duplicate', message: 'The resource already exists' },
  KeyAlreadyExists: { code: 'conflict', error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: {
    code: 'conflict',
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  },
  AccessDenied: { code: 'forbidden', error: 'Unauthorized', message: 'Access denied' },
  InvalidJWT: { code: 'forbidden', error: 'Unauthorized', message: 'Invalid JWT' },
  InvalidBucketName: { code: 'validation_failed', error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidKey: { code: 'validation_failed', error: 'InvalidKey', message: 'Invalid key' },
  InvalidRequest: { code: 'validation_failed', error: 'InvalidRequest', message: 'Invalid request' },
  InvalidSignature: { code: 'validation_failed', error: 'InvalidSignature', message: 'Invalid signature' },
  /** The token of a signed URL is malformed, or another key signed it. */
  InvalidToken: { code: 'validation_failed', error: 'InvalidJWT', message: 'Invalid Compact JWS' },
  ExpiredSignature: {
    code: 'validation_failed',
    error: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  },
  InvalidRobotsTag: {
    code: 'validation_failed',
    error: 'invalid_x_robots_tag',
    message: 'Invalid X-Robots-Tag header',
  },
  SignatureDoesNotMatch: {
    code: 'forbidden',
    error: 'SignatureDoesNotMatch',
    message: 'The signature does not match the request and the secret key',
  },
  RequestTimeTooSkewed: {
    code: 'forbidden',
    error: 'RequestTimeTooSkewed',
    message: "The request was signed too long ago, or its sender's clock is wrong",
  },
  InvalidPart: {
    code: 'validation_failed',
    error: 'InvalidPart',
    message: 'A part is missing or has a different ETag',
  },
  InvalidMimeType: {
    code: 'unsupported_media_type',
    error: 'invalid_mime_type',
    message: 'mime type is not supported',
  },
  EntityTooLarge: {
    code: 'too_large',
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
  FeatureNotEnabled: {
    code: 'forbidden',
    error: 'FeatureNotEnabled',
    message: "This is turned off in the project's storage settings",
  },
  InsufficientStorage: {
    code: 'storage_full',
    error: 'InsufficientStorage',
    message: 'The disk of the storage service is full',
  },
  BadDigest: {
    code: 'validation_failed',
    error: 'BadDigest',
    message: 'The content does not match the given checksum',
  },
  NotImplemented: {
    code: 'not_implemented',
    error: 'NotImplemented',
    message: 'This service does not implement this call',
  },
  NoSuchVersion: {
    code: 'not_found',
    error: 'NoSuchVersion',
    message: 'Objects have only their current version, whose id is null',
  },
  PreconditionFailed: {
    code: 'precondition_failed',
    error: 'PreconditionFailed',
    message: 'At least one of the preconditions does not hold',
  },
  InvalidRange: {
    code: 'range_not_satisfiable',
    error: 'InvalidRange',
    message: 'The requested range is not satisfiable',
  },
  EntityTooSmall: {
    code: 'validation_failed',
    error: 'EntityTooSmall',
    message: 'The object is smaller than the policy allows',
  },
  MalformedXML: {
    code: 'validation_failed',
    error: 'MalformedXML',
    message: 'The XML document does not have the form that this call expects',
  },
  InvalidPolicyDocument: {
    code: 'validation_failed',
    error: 'InvalidPolicyDocument',
    message: 'The policy of the form cannot be read',
  },
  NotSupported: { code: 'validation_failed', error: 'NotSupported', message: 'This is not supported' },
} as const satisfies Record<string, StorageFailure>

export type StorageReason = keyof typeof storageFailures
