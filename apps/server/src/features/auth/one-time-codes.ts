import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { codeKey } from './attempts.ts'
import type { Run } from './auth-database.ts'
import { type AuthSecrets, hashOfToken, newCode } from './auth-secrets.ts'

/** What a code is for, by the names of the column `token_type`. A user has at most one of each. */
export type CodeKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

/** Begins the token of a link that ends in a code of a PKCE flow instead of a session. */
const PKCE_PREFIX = 'pkce_'

export const isPkceToken = (token: string) => token.startsWith(PKCE_PREFIX)

export interface IssuedCode {
  /** Digits to type. */
  code: string
  /** The token of the link. */
  token: string
}

/** A code that was redeemed, and is gone. */
export interface RedeemedCode {
  userId: string
  kind: CodeKind
}

interface Row {
  id: string
  user_id: string
  token_type: CodeKind
}

export type OneTimeCodes = ReturnType<typeof oneTimeCodes>

/** One-time codes, and the tokens of links that stand for them. Only hashes are stored, and each works once. */
export function oneTimeCodes(secrets: AuthSecrets) {
  return {
    /** Replaces an earlier code of the same kind. `email` is where it is sent. */
    async issue(
      run: Run,
      ref: string,
      {
        userId,
        kind,
        email,
        settings,
        isPkce = false,
      }: {
        userId: string
        kind: CodeKind
        email: string
        settings: AuthSettings
        isPkce?: boolean
      },
    ): Promise<IssuedCode> {
      const code = newCode(settings.mailer_otp_length)
      const token = `${isPkce ? PKCE_PREFIX : ''}${await secrets.codeToken(ref, { userId, kind, code })}`
      await run(
        `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4)
         on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
           relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
        [userId, kind, hashOfToken(token), email],
      )
      await run('delete from basalt.auth_attempts where key = $1', [codeKey(email)])
      return { code, token }
    },

    /** Redeems the token of a link. Undefined when it is unknown, expired or used. */
    redeemToken: (run: Run, settings: AuthSettings, kinds: readonly CodeKind[], token: string) =>
      redeem(run, settings, kinds, [hashOfToken(token)]),

    /** Redeems the digits that a user typed. Undefined when they are wrong, expired or used. */
    async redeemCode(
      run: Run,
      ref: string,
      settings: AuthSettings,
      { userId, kinds, code }: { userId: string; kinds: readonly CodeKind[]; code: string },
    ) {
      const tokens = await Promise.all(kinds.map((kind) => secrets.codeToken(ref, { userId, kind, code })))
      const hashes = tokens.flatMap((token) => [token, `${PKCE_PREFIX}${token}`]).map(hashOfToken)
      return redeem(run, settings, kinds, hashes)
    },
  }
}

async function redeem(
  run: Run,
  settings: AuthSettings,
  kinds: readonly CodeKind[],
  hashes: readonly string[],
): Promise<RedeemedCode | undefined> {
  const [row] = await run<Row>(
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type = any($2::auth.one_time_token_type[])
       and created_at > (now() at time zone 'utc') - $3::float8 * interval '1 second'
     returning id, user_id, token_type`,
    [hashes, kinds, settings.mailer_otp_exp],
  )
  return row && { userId: row.user_id, kind: row.token_type }
}
