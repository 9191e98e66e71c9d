import type { MergeRehearsal } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { lockTexts, rehearsalSummary } from './merge-words.rules.ts'
import { RehearsedAdvisorsNote } from './RehearsedAdvisorsNote.tsx'
import { RehearsedPlans } from './RehearsedPlans.tsx'
import { RehearsedPoliciesNote } from './RehearsedPoliciesNote.tsx'

/** What the merge did to a temporary copy of the target. */
export function RehearsalCard({ rehearsal, revision }: { rehearsal: MergeRehearsal; revision: number }) {
  const { status, error, statements, rows, grown_bytes, ended_at, policies, advisors, plans } = rehearsal
  return (
    <Card
      title="Rehearsal"
      description={
        ended_at === null ? (
          'Merges into a temporary copy of the target, which is removed afterwards.'
        ) : (
          <>
            On a temporary copy of the target, <When time={ended_at} />.
            {rehearsal.revision !== revision && ' The merge request was changed since.'}
          </>
        )
      }
    >
      {status === 'running' ? (
        <ProgressBar label="Rehearsing" value={null} />
      ) : status === 'failed' ? (
        <Callout tone="critical" title="It would fail">
          {error}
        </Callout>
      ) : (
        <div className="flex flex-col gap-3">
          <Callout tone="success" title="It would succeed">
            {rehearsalSummary(rows, grown_bytes)}
          </Callout>
          {statements.length > 0 && (
            <Table
              label="Rehearsed statements"
              rows={statements.map((statement, place) => ({ ...statement, place }))}
              rowKey={({ place }) => String(place)}
              columns={[
                {
                  key: 'sql',
                  header: 'Statement',
                  cell: ({ sql, rewritten }) => (
                    <span className="flex flex-wrap items-center gap-2 py-1.5">
                      <code className="wrap-anywhere text-xs">{sql.slice(0, 200)}</code>
                      {rewritten.length > 0 && <Badge tone="warning">Rewrote {rewritten.join(', ')}</Badge>}
                    </span>
                  ),
                },
                {
                  key: 'locks',
                  header: 'Blocks',
                  cell: ({ locks }) => (
                    <span className="wrap-anywhere block py-1.5 text-xs">
                      {lockTexts(locks).join(', ') || 'nothing'}
                    </span>
                  ),
                },
                {
                  key: 'time',
                  header: 'Time',
                  align: 'end',
                  width: '6rem',
                  cell: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms`,
                },
              ]}
            />
          )}
          {policies && <RehearsedPoliciesNote policies={policies} />}
          {advisors && <RehearsedAdvisorsNote advisors={advisors} />}
          {plans.length > 0 && <RehearsedPlans plans={plans} />}
        </div>
      )}
    </Card>
  )
}
