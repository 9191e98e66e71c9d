import { PASSWORD_PLACEHOLDER } from '@basalt/contract/connect/connect.rules.ts'
import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Braces, FolderUp, KeyRound, SquareTerminal, Table2 } from 'lucide-react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { queryHistoryQueries } from '../../sql/query-history/query-history.queries.ts'
import { projectQueries } from '../projects/projects.queries.ts'
import { NextStep } from './NextStep.tsx'

/** The next steps for a new project. */
export function NextSteps({
  projectRef,
  facts,
  hasBucket,
}: {
  projectRef: string
  facts: InstanceFacts
  /** Whether there is a bucket. */
  hasBucket: boolean
}) {
  const { data: config } = useSuspenseQuery(installationQueries.config())
  const { data: hasQueried = false } = useInfiniteQuery({
    ...queryHistoryQueries.list(projectRef, ''),
    select: ({ pages }) => pages.some(({ data }) => data.length > 0),
  })
  const { data: slug } = useQuery({
    ...projectQueries.detail(projectRef),
    select: ({ organization_slug }) => organization_slug,
  })
  const { data: hasCalledApi = false } = useQuery({
    ...projectQueries.activity(slug ?? ''),
    enabled: slug !== undefined,
    select: (activity) => activity[projectRef]?.last_request_at != null,
  })
  const { host, port, database, user } = facts
  return (
    <Card title="Next steps">
      <ol className="grid gap-6 pt-1 lg:grid-cols-2">
        <NextStep
          icon={Table2}
          title="Run your first query"
          text="Create a table and look at its rows, here in the browser."
          isDone={hasQueried}
        >
          <ButtonLink size="sm" render={<Link to="/project/$ref/sql" params={{ ref: projectRef }} />}>
            Open the SQL editor
          </ButtonLink>
        </NextStep>
        <NextStep
          icon={FolderUp}
          title="Create a bucket for files"
          text="Store files of your app in buckets: here, over the API, or over S3."
          isDone={hasBucket}
        >
          <ButtonLink
            size="sm"
            render={<Link to="/project/$ref/storage/files" params={{ ref: projectRef }} />}
          >
            Open storage
          </ButtonLink>
        </NextStep>
        <NextStep
          icon={Braces}
          title="Call the API"
          text="Every table is available over HTTP. The keys are ready."
          isDone={hasCalledApi}
        >
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              size="sm"
              render={<Link to="/project/$ref/settings/api-keys" params={{ ref: projectRef }} />}
            >
              API keys
            </ButtonLink>
            <ButtonLink size="sm" render={<Link to="/project/$ref/api" params={{ ref: projectRef }} />}>
              API docs
            </ButtonLink>
          </div>
        </NextStep>
        {config.edition === 'platform' && (
          <NextStep
            icon={KeyRound}
            title="Automate"
            text="A personal access token lets scripts and agents work with your projects."
          >
            <ButtonLink size="sm" render={<Link to="/account/tokens" />}>
              Create an access token
            </ButtonLink>
          </NextStep>
        )}
        {host !== null && port !== null && (
          <NextStep
            icon={SquareTerminal}
            title="Connect with psql"
            text={`Replace ${PASSWORD_PLACEHOLDER} with the database password, percent-encoding characters such as @ and / (%40 and %2F).`}
            className="lg:col-span-2"
          >
            <CodeBlock
              code={`psql "${connectionUri({ host, port, database, user })}"`}
              label="psql command"
              wrap
              className="w-full"
            />
            <div className="flex flex-wrap gap-2">
              <ButtonLink
                size="sm"
                render={<Link to="/project/$ref/database/settings" params={{ ref: projectRef }} />}
              >
                Set a database password
              </ButtonLink>
              <ButtonLink
                size="sm"
                render={
                  <Link to="/project/$ref" params={{ ref: projectRef }} search={{ showConnect: true }} />
                }
              >
                More ways to connect
              </ButtonLink>
              {!config.disabled_features.includes('project_connection:show_app_frameworks') && (
                <ButtonLink
                  size="sm"
                  render={
                    <Link
                      to="/project/$ref"
                      params={{ ref: projectRef }}
                      search={{ showConnect: true, tab: 'frameworks' }}
                    />
                  }
                >
                  Read it from your app
                </ButtonLink>
              )}
            </div>
          </NextStep>
        )}
      </ol>
    </Card>
  )
}
