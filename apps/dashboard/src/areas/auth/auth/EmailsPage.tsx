import { type TemplateKind, templateKinds } from '@basalt/contract/auth/template-kinds.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock, PowerOff } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import type { EmailsSearch, EmailsTab } from './emails-url.rules.ts'
import { MailInbox } from './MailInbox.tsx'
import { SettingsSectionForm } from './SettingsSectionForm.tsx'
import { SmtpForm } from './SmtpForm.tsx'
import { settingsPages } from './settings-pages.rules.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { templateNames } from './template-names.rules.ts'

const tabs: { value: EmailsTab; label: string }[] = [
  { value: 'templates', label: 'Templates' },
  { value: 'notices', label: 'Notices' },
  { value: 'inbox', label: 'Inbox' },
  { value: 'smtp', label: 'SMTP' },
]

const templateOptions = templateKinds.map((kind) => ({ value: kind, label: templateNames[kind] }))

/** The mails that users get: what they say, where they arrived, and which server sends them. */
export function EmailsPage({ project, search }: { project: Project; search: EmailsSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { tab = 'templates', template = 'confirmation' } = search
  const settings = useQuery(authQueries.settings(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeAuthSettings, { slug, ref }))
  const { data: mailRefusal } = useQuery(permissionQueries.refusal(needs.readAuthMails, { slug, ref }))
  const navigate = useNavigate()
  const go = (next: EmailsSearch) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  const loaded = settings.data
  const unloaded = settings.isError ? (
    <ErrorPanel
      title="Failed to load the settings"
      message={settings.error.message}
      requestId={requestIdOf(settings.error)}
      onRetry={() => void settings.refetch()}
      retrying={settings.isFetching}
    />
  ) : (
    <Skeleton className="h-96 w-full" />
  )
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Emails" description="Mail to the users of your apps." />
      <Tabs label="Emails" items={tabs} value={tab} onValueChange={(next) => go({ tab: next })}>
        <TabPanel value="templates" className="flex flex-col gap-4 pt-5">
          <LazySelect<TemplateKind>
            aria-label="Template"
            className="sm:w-64!"
            options={templateOptions}
            value={template}
            onValueChange={(next) => go({ tab, template: next })}
          />
          {loaded ? (
            <TemplateForm
              key={template}
              projectRef={ref}
              kind={template}
              settings={loaded}
              refusal={refusal}
            />
          ) : (
            unloaded
          )}
        </TabPanel>
        <TabPanel value="notices" className="pt-5">
          {loaded ? (
            <SettingsSectionForm
              projectRef={ref}
              section={settingsPages.notices.sections[0]}
              settings={loaded}
              refusal={refusal}
            />
          ) : (
            unloaded
          )}
        </TabPanel>
        <TabPanel value="inbox" className="pt-5">
          {mailRefusal !== undefined ? (
            <EmptyState icon={Lock} title="You don’t have access to the inbox">
              {mailRefusal}
            </EmptyState>
          ) : can('query', status) ? (
            <MailInbox projectRef={ref} />
          ) : (
            <EmptyState icon={PowerOff} title="The database is not running">
              {statusLabels[status]}. Mail is listed while it runs.
            </EmptyState>
          )}
        </TabPanel>
        <TabPanel value="smtp" className="pt-5">
          {loaded ? <SmtpForm projectRef={ref} settings={loaded} refusal={refusal} /> : unloaded}
        </TabPanel>
      </Tabs>
    </div>
  )
}
