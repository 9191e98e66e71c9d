import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { InstallationBackupsPage } from '../../areas/installation/installation-backups/InstallationBackupsPage.tsx'

export const Route = createFileRoute('/_shell/account/backups')({
  loader: async ({ context }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { installationBackupQueries } = await import(
      '../../areas/installation/installation-backups/installation-backups.queries.ts'
    )
    context.queryClient.prefetchQuery(installationBackupQueries.overview())
  },
  head: () => titleHead('Backups', 'Account'),
  component: () => (
    <div className="max-w-3xl">
      <InstallationBackupsPage />
    </div>
  ),
})
