import type { LintDismissal, LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { CopyRehearsalPanel } from '../rehearsals/CopyRehearsalPanel.tsx'
import { DismissDialog } from './DismissDialog.tsx'
import { reopenFinding, runFix } from './findings.queries.ts'
import { levelBadges, objectOf, placeOf, rehearsable } from './findings.rules.ts'

/** One finding: why it matters, what to do, the SQL that corrects it, and whether it is dismissed. */
export function FindingSheet({
  project,
  finding,
  onClose,
}: {
  project: Project
  finding: LintFinding | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={finding !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={finding?.title ?? 'Finding'}
      description={finding && objectOf(finding)}
      size="lg"
    >
      {finding && <Details key={finding.cache_key} project={project} finding={finding} onClose={onClose} />}
    </Sheet>
  )
}

function Details({
  project: { ref, organization_slug: slug },
  finding,
  onClose,
}: {
  project: Project
  finding: LintFinding
  onClose: () => void
}) {
  const { cache_key, level, description, detail, advice, fix, dismissal, remediation } = finding
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.dismissFindings, { slug, ref }))
  const [isDismissing, setDismissing] = useState(false)
  const reopen = useMutation(reopenFinding(ref))
  const place = placeOf(finding, slug)
  const { label, tone } = levelBadges[level]
  return (
    <>
      <SheetBody>
        {dismissal && <Dismissed dismissal={dismissal} />}
        <DescriptionList
          items={[
            { label: 'Level', value: <Badge tone={tone}>{label}</Badge> },
            { label: 'Found', value: <span className="wrap-anywhere">{detail}</span> },
            { label: 'Why it matters', value: description },
            { label: 'What to do', value: advice },
          ]}
        />
        {fix !== null && <Fix projectRef={ref} slug={slug} fix={fix} onApplied={onClose} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {place && (
            <TextLink
              render={
                <Link
                  to={
                    (place.path.startsWith('/org/') ? place.path : `/project/${ref}${place.path}`) as string
                  }
                />
              }
            >
              {place.label}
            </TextLink>
          )}
          <TextLink href={remediation} external>
            Read the guide
          </TextLink>
        </p>
      </SheetBody>
      <DialogFooter>
        {dismissal ? (
          <Button reason={refusal} loading={reopen.isPending} onClick={() => reopen.mutate(cache_key)}>
            Reopen
          </Button>
        ) : (
          <Button reason={refusal} onClick={() => setDismissing(true)}>
            Dismiss…
          </Button>
        )}
      </DialogFooter>
      <DismissDialog
        projectRef={ref}
        cacheKey={cache_key}
        open={isDismissing}
        onOpenChange={setDismissing}
        onDismissed={onClose}
      />
    </>
  )
}

const Dismissed = ({
  dismissal: { reason, dismissed_by, dismissed_at, expires_at },
}: {
  dismissal: LintDismissal
}) => (
  <Callout tone="info" title={`Dismissed: ${reason}`}>
    By {dismissed_by}, <When time={dismissed_at} />.{' '}
    {expires_at === null ? (
      'It comes back when the object changes.'
    ) : (
      <>
        It comes back <When time={expires_at} />, or when the object changes.
      </>
    )}
  </Callout>
)

function Fix({
  projectRef,
  slug,
  fix,
  onApplied,
}: {
  projectRef: string
  slug: string
  fix: string
  onApplied: () => void
}) {
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.runAnySql, { slug, ref: projectRef }))
  const run = useMutation(runFix(projectRef))
  const onCopy = rehearsable(fix)
  return (
    <section aria-label="Fix" className="flex flex-col gap-3">
      <CodeBlock title="Fix" label="SQL of the fix" code={`${fix.replaceAll('; ', ';\n')};`} wrap />
      {run.isError && (
        <Callout tone="critical" role="alert" title="The fix failed">
          {run.error.message}
        </Callout>
      )}
      <Button
        variant="primary"
        icon={Play}
        className="self-start"
        loading={run.isPending}
        reason={refusal}
        onClick={() => run.mutate(fix, { onSuccess: onApplied })}
      >
        Run the fix
      </Button>
      {onCopy !== undefined && refusal === undefined && (
        <CopyRehearsalPanel projectRef={projectRef} sql={onCopy} />
      )}
    </section>
  )
}
