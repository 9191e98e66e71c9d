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
  | 'phone_change_token'

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

export interface NewCode {
  userId: string
  kind: CodeKind
  /** The address or number. */
  sentTo: string
  /** Digits. */
  length: number
  /** The code to use, of a number for tests. */
  fixed?: string | undefined
  isPkce?: boolean
}

export interface TypedCode {
  userId: string
  kinds: readonly CodeKind[]
  code: string
  /** Only a code that was sent there counts; undefined for any. */
  sentTo?: string | undefined
  validSeconds: number
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
    /** Replaces an earlier code of the same kind. */
    async issue(
      run: Run,
      ref: string,
      { userId, kind, sentTo, length, fixed, isPkce = false }: NewCode,
    ): Promise<IssuedCode> {
      const code = fixed ?? newCode(length)
      const token = `${isPkce ? PKCE_PREFIX : ''}${await secrets.codeToken(ref, { userId, kind, code })}`
      await run(
        `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4)
         on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
           relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
        [userId, kind, hashOfToken(token), sentTo],
      )
      await run('delete from basalt.auth_attempts where key = $1', [codeKey(sentTo)])
      return { code, token }
    },

    /** The stored form of a code that is kept elsewhere; `kind` names what it is for. */
    hashOf: async (ref: string, parts: { userId: string; kind: string; code: string }) =>
      hashOfToken(await secrets.codeToken(ref, parts)),

    /** Redeems the token of a link. Undefined when it is unknown, expired or used. */
    redeemToken: (
      run: Run,
      { kinds, token, validSeconds }: { kinds: readonly CodeKind[]; token: string; validSeconds: number },
    ) => redeem(run, { kinds, validSeconds, hashes: [hashOfToken(token)] }),

    /** Redeems the digits that a user typed. Undefined when they are wrong, expired or used. */
    async redeemCode(run: Run, ref: string, { userId, kinds, code, sentTo, validSeconds }: TypedCode) {
      const tokens = await Promise.all(kinds.map((kind) => secrets.codeToken(ref, { userId, kind, code })))
      const hashes = tokens.flatMap((token) => [token, `${PKCE_PREFIX}${token}`]).map(hashOfToken)
      return redeem(run, { kinds, validSeconds, hashes, sentTo })
    },
  }
}

async function redeem(
  run: Run,
  {
    kinds,
    validSeconds,
    hashes,
    sentTo,
  }: {
    kinds: readonly CodeKind[]
    validSeconds: number
    hashes: readonly string[]
    sentTo?: string | undefined
  },
): Promise<RedeemedCode | undefined> {
  const [row] = await run<Row>(
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type = any($2::auth.one_time_token_type[])
       and ($4::text is null or relates_to = $4) and created_at > (now() at time zone 'utc') - $3::float8 * interval '1 second'
     returning id, user_id, token_type`,
    [hashes, kinds, validSeconds, sentTo ?? null],
  )
  return row && { userId: row.user_id, kind: row.token_type }
}
