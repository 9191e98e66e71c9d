import type { ErrorCode } from '@basalt/contract/errors.ts'
import { AppError } from '../../http/app-error.ts'
import { AuthError, type AuthErrorCode } from './auth-error.ts'

const codes: Partial<Record<AuthErrorCode, ErrorCode>> = {
  conflict: 'conflict',
  email_exists: 'conflict',
  over_email_send_rate_limit: 'rate_limited',
  over_request_rate_limit: 'rate_limited',
  user_not_found: 'not_found',
  saml_idp_already_exists: 'conflict',
  sso_domain_already_exists: 'conflict',
  sso_provider_not_found: 'not_found',
  webauthn_credential_not_found: 'not_found',
  phone_exists: 'conflict',
  mfa_factor_not_found: 'not_found',
  identity_not_found: 'not_found',
  single_identity_not_deletable: 'conflict',
  email_conflict_identity_not_deletable: 'conflict',
  email_provider_disabled: 'forbidden',
}

/** Runs an operation of the users' API for a member, whose dashboard knows other codes. */
export async function asAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { retryAfter } = error.options
    throw new AppError(codes[error.code] ?? 'validation_failed', error.message, {
      cause: error,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}
