import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import { SettingsSectionForm } from './SettingsSectionForm.tsx'
import { type SettingsPageKey, type SettingsSection, settingsPages } from './settings-pages.rules.ts'
import { useOffered } from './use-offered.ts'

/** One page of settings of a project's users. Each section is saved by itself. */
export function AuthSettingsPage({
  project,
  page,
  more: More,
}: {
  project: Project
  page: SettingsPageKey
  /** What the page has beside the sections. */
  more?: ComponentType<{ projectRef: string; settings: AuthSettings; refusal: string | undefined }>
}) {
  const { ref, organization_slug: slug } = project
  const settings = useQuery(authQueries.settings(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeAuthSettings, { slug, ref }))
  const isOffered = useOffered()
  const { title, description, sections: all } = settingsPages[page]
  const hash = useLocation({ select: (location) => location.hash })
  const isLoaded = settings.data !== undefined
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [isLoaded, hash])
  const sections = all
    .filter(({ feature }: SettingsSection) => isOffered(feature))
    .map((section: SettingsSection) => ({
      ...section,
      fields: section.fields.filter(({ feature }) => isOffered(feature)),
    }))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title={title} description={description} />
      {settings.data ? (
        <>
          {sections.map((section: SettingsSection) => (
            <SettingsSectionForm
              key={section.title}
              projectRef={ref}
              section={section}
              settings={settings.data}
              refusal={refusal}
            />
          ))}
          {More && <More projectRef={ref} settings={settings.data} refusal={refusal} />}
        </>
      ) : settings.isError ? (
        <ErrorPanel
          title="Failed to load the settings"
          message={settings.error.message}
          requestId={requestIdOf(settings.error)}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        sections.map((section: SettingsSection) => <Skeleton key={section.title} className="h-56 w-full" />)
      )}
    </div>
  )
}
