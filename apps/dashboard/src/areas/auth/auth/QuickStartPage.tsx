import { signInGuides } from '@basalt/contract/auth/quick-start/sign-in-guides.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { GuideSteps } from '../../connect/connect/GuideSteps.port.tsx'
import { authQueries } from './auth.queries.ts'

const options = signInGuides.map(({ key, label }) => ({ value: key, label }))

/** The files of a form to sign up and in, for the chosen framework. */
export function QuickStartPage({ project, framework }: { project: Project; framework: string | undefined }) {
  const { ref } = project
  const navigate = useNavigate()
  const settings = useQuery(authQueries.settings(ref))
  const { key, guide, address } = signInGuides.find((one) => one.key === framework) ?? signInGuides[0]!
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Quick start"
        description="A form to sign up and in, to paste into a new application."
      />
      <LazySelect
        aria-label="Framework"
        className="sm:w-64!"
        options={options}
        value={key}
        onValueChange={(next) =>
          void navigate({ to: '.', search: { framework: next }, replace: true, resetScroll: false })
        }
      />
      <GuideSteps key={key} projectRef={ref} guide={guide}>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
          <li>
            Run the application. Where it runs, such as <code>{address}</code>, has to be the site URL or one
            of the redirect URLs
            {settings.data && (
              <>
                ; the site URL is <code className="wrap-anywhere">{settings.data.site_url}</code>
              </>
            )}
            .{' '}
            <TextLink render={<Link to="/project/$ref/auth/url-configuration" params={{ ref }} />}>
              URL configuration
            </TextLink>
          </li>
          <li>
            Sign up. Without a mail server, the mail with the link arrives in the{' '}
            <TextLink
              render={<Link to="/project/$ref/auth/templates" params={{ ref }} search={{ tab: 'inbox' }} />}
            >
              inbox
            </TextLink>{' '}
            of this project.
          </li>
          <li>
            Follow the link. The application is signed in, and the user appears in the{' '}
            <TextLink render={<Link to="/project/$ref/auth/users" params={{ ref }} search={{}} />}>
              list of users
            </TextLink>
            .
          </li>
        </ol>
      </GuideSteps>
    </div>
  )
}
