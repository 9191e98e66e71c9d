import { PowerOff } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { DisabledPage } from '../auth.menu.ts'

/** Stands for a page that the operator has disabled. What is set there still applies. */
export function DisabledAuthPage({ label, feature }: DisabledPage) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title={label} />
      <EmptyState icon={PowerOff} title="This page is disabled">
        The operator of this installation has disabled it with <code>{feature}</code> in{' '}
        <code className="wrap-anywhere">BASALT_DISABLED_FEATURES</code>. Settings made before still apply.
      </EmptyState>
    </div>
  )
}
