import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { authQueries } from './auth.queries.ts'
import { auditText } from './auth-audit-texts.rules.ts'

/** Entries that are shown here; the page of the audit log has the others. */
const SHOWN_MAX = 5

/** What a user did last, from the audit log. */
export function UserActivity({ projectRef: ref, userId }: { projectRef: string; userId: string }) {
  const { data, error } = useInfiniteQuery(authQueries.audit(ref, { search: userId, action: undefined }))
  const entries = data?.pages[0]?.entries.slice(0, SHOWN_MAX)
  return (
    <section aria-labelledby="user-activity" className="flex flex-col gap-2">
      <h3 id="user-activity" className="font-semibold text-sm">
        Activity
      </h3>
      {entries === undefined ? (
        error ? (
          <p role="alert" className="text-critical-ink text-sm">
            {`Failed to load the activity. ${error.message}`}
          </p>
        ) : (
          <Skeleton className="h-20 w-full" />
        )
      ) : entries.length === 0 ? (
        <p className="text-ink-muted text-sm">Nothing in the audit log.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {entries.map(({ id, at, action, address, traits }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
              <span className="min-w-0">
                {auditText(action)}
                {traits.by === 'admin' && ' by an admin'}
                {address !== null && <span className="block text-ink-muted text-xs">{address}</span>}
              </span>
              <span className="shrink-0 text-ink-muted text-xs">
                <When time={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <TextLink
          render={<Link to="/project/$ref/auth/audit-logs" params={{ ref }} search={{ search: userId }} />}
        >
          All activity of this user
        </TextLink>
        <TextLink
          render={
            <Link
              to="/project/$ref/logs/$source"
              params={{ ref, source: 'auth-logs' }}
              search={{ q: `user_id:${userId}` }}
            />
          }
        >
          Calls about this user
        </TextLink>
      </p>
    </section>
  )
}
