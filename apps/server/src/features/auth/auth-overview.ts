import type { AuthOverview, AuthOverviewQuery } from '@basalt/contract/auth/auth.schema.ts'
import type { AuthDatabase } from './auth-database.ts'

/**
 * Sign-ups and sign-ins by day (UTC), from the audit log by its index of actions. The last day is today. Parameters: days,
 * now.
 */
const BY_DAY = `
with days as (
  select d::date as day from generate_series(
    ($2::timestamptz at time zone 'utc')::date - ($1::int - 1), ($2::timestamptz at time zone 'utc')::date, interval '1 day') d
), entries as (
  select (a.created_at at time zone 'utc')::date as day, a.payload ->> 'action' as action, a.payload ->> 'actor_id' as actor
  from auth.audit_log_entries a
  where a.payload ->> 'action' in ('login', 'user_signedup')
    and a.created_at >= (select min(day) from days)::timestamp at time zone 'utc'
), counted as (
  select day, count(*) filter (where action = 'user_signedup') as sign_ups,
    count(*) filter (where action = 'login') as sign_ins,
    count(distinct actor) filter (where action = 'login') as active
  from entries group by day
)
select jsonb_build_object('days', jsonb_agg(jsonb_build_object(
  'day', d.day, 'sign_ups', coalesce(c.sign_ups, 0), 'sign_ins', coalesce(c.sign_ins, 0), 'active', coalesce(c.active, 0)
) order by d.day))
from days d left join counted c using (day)`

/** How many people sign up and in. */
export const authOverview = (database: AuthDatabase, now: () => Date) => ({
  async byDay(ref: string, { days }: AuthOverviewQuery): Promise<AuthOverview> {
    const [overview] = await database.json<AuthOverview>(ref, BY_DAY, [String(days), now().toISOString()])
    return overview!
  },
})
