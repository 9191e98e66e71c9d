import type { OwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'

/** Projects without instances. */
export async function insertProjects({ query }: OwnPostgres, slug: string, count: number) {
  await query(
    `insert into projects (ref, organization_id, name, status, region, created_at)
    select substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 20), organizations.id, 'Project ' || n,
      case when n % 3 = 0 then 'INACTIVE' else 'ACTIVE_HEALTHY' end, 'local', now() - make_interval(secs => n)
    from organizations, generate_series(1, $2::int) n where slug = $1`,
    [slug, count],
  )
}

/** Unread notifications of the only user. */
export async function insertNotifications({ query }: OwnPostgres, count: number) {
  await query(
    `insert into notifications (user_id, name, status, priority, title, message, actions, inserted_at)
    select users.id, 'custom', 'new', 'Info', 'Nightly backup ' || n, 'It took a moment.', '[]',
      now() - make_interval(secs => n)
    from users, generate_series(1, $1::int) n`,
    [count],
  )
}
