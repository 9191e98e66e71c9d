import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { AuthDatabase } from './auth-database.ts'

/** Longer than any period that attempts are counted in. */
const ATTEMPTS_KEPT_HOURS = 24

/** People answer a challenge of a second factor within minutes. */
const CHALLENGES_KEPT_HOURS = 1

/** Factors that nobody has verified until then are abandoned. */
const UNVERIFIED_FACTORS_KEPT_HOURS = 24

/** Entries that one statement deletes; each has to end within the limit of a call. */
const AUDIT_BATCH = 10_000

/** Deletes what has expired. Sessions are deleted only when the settings say that they end. */
export async function cleanUp(
  database: AuthDatabase,
  ref: string,
  settings: AuthSettings,
  mailKeptHours: number,
) {
  const { mailer_otp_exp, sms_otp_exp, sessions_timebox, sessions_inactivity_timeout } = settings
  await database.transaction(ref, async (run) => {
    const hours = (parameter: string) => `now() - ${parameter}::float8 * interval '1 hour'`
    await run(`delete from basalt.auth_attempts where started_at < ${hours('$1')}`, [ATTEMPTS_KEPT_HOURS])
    await run(`delete from basalt.auth_mails where created_at < ${hours('$1')}`, [mailKeptHours])
    await run(
      `delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - $1::float8 * interval '1 second'`,
      [Math.max(mailer_otp_exp, sms_otp_exp)],
    )
    await run(`delete from basalt.auth_provider_flows where created_at < ${hours('$1')}`, [1])
    await run('delete from auth.webauthn_challenges where expires_at < now()')
    await run('delete from basalt.auth_saml_assertions where expires_at < now()')
    await run('delete from basalt.auth_wallet_messages where expires_at < now()')
    await run(`delete from auth.mfa_challenges where created_at < ${hours('$1')}`, [CHALLENGES_KEPT_HOURS])
    await run(`delete from auth.mfa_factors where status = 'unverified' and created_at < ${hours('$1')}`, [
      UNVERIFIED_FACTORS_KEPT_HOURS,
    ])
    await run(`delete from auth.saml_relay_states where created_at < ${hours('$1')}`, [24])
    await run(`delete from auth.flow_state where created_at < ${hours('$1')}`, [24])
    if (sessions_timebox > 0)
      await run(`delete from auth.sessions where created_at < ${hours('$1')}`, [sessions_timebox])
    if (sessions_inactivity_timeout > 0)
      await run(
        `delete from auth.sessions where coalesce(refreshed_at at time zone 'utc', created_at) < ${hours('$1')}`,
        [sessions_inactivity_timeout],
      )
  })
  await cleanUpAudit(database, ref, settings)
}

async function cleanUpAudit(
  database: AuthDatabase,
  ref: string,
  { audit_log_kept_days: days }: AuthSettings,
) {
  if (days === 0) return
  const deleteBatch = () =>
    database.transaction(ref, (run) =>
      run(
        `delete from auth.audit_log_entries where id in (
           select id from auth.audit_log_entries where created_at < now() - $1::int * interval '1 day'
           order by created_at limit $2)
         returning id`,
        [days, AUDIT_BATCH],
      ),
    )
  while ((await deleteBatch()).length === AUDIT_BATCH);
}
