import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'

let made = 0

/** A signing key for tests, in use by default, with a unique id. */
export const aSigningKey = (differences: Partial<SigningKey> = {}): SigningKey => {
  made += 1
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    algorithm: 'ES256',
    status: 'in_use',
    public_jwk: null,
    created_at: '2026-01-02T03:04:05.000Z',
    status_changed_at: '2026-01-02T03:04:05.000Z',
    ...differences,
  }
}
