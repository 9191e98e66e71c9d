import { redactions } from '@basalt/contract/support/redaction.rules.ts'
import { SUPPORT_MESSAGE_MAX, SUPPORT_SUBJECT_MAX } from '@basalt/contract/support/support.rules.ts'
import type { SupportBundle } from '@basalt/contract/support/support.schema.ts'
import { Download, Mail, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { PartChoices } from './PartChoices.tsx'
import {
  availableParts,
  mailLink,
  type SupportPart,
  supportFile,
  supportFileName,
} from './support-file.rules.ts'

const browserInfo = () => ({
  user_agent: navigator.userAgent,
  language: navigator.language,
  viewport: `${innerWidth}x${innerHeight}`,
})

/** The description of the problem, the included parts and a preview of the file. */
export function SupportRequestForm({
  bundle,
  onRefresh,
  isRefreshing,
}: {
  bundle: SupportBundle
  onRefresh: () => void
  isRefreshing: boolean
}) {
  const available = availableParts(bundle)
  const [browser] = useState(browserInfo)
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const [excluded, setExcluded] = useState<ReadonlySet<SupportPart>>(new Set())
  const parts = useMemo(
    () => new Set(availableParts(bundle).filter((part) => !excluded.has(part))),
    [bundle, excluded],
  )
  const request = { subject, message, parts }
  const file = supportFile(bundle, browser, request)
  const choose = (part: SupportPart, isIncluded: boolean) => {
    const next = new Set(excluded)
    if (isIncluded) next.delete(part)
    else next.add(part)
    setExcluded(next)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <Card title="Problem">
          <div className="flex flex-col gap-4">
            <Field label="Subject">
              <Input value={subject} onValueChange={setSubject} maxLength={SUPPORT_SUBJECT_MAX} />
            </Field>
            <Field
              label="Description"
              description="What you did, what you expected, and what happened instead."
            >
              <TextArea value={message} onValueChange={setMessage} rows={6} maxLength={SUPPORT_MESSAGE_MAX} />
            </Field>
          </div>
        </Card>
        <PartChoices bundle={bundle} available={available} parts={parts} onChoose={choose} />
        <RedactionNotice />
      </div>
      <Card
        title="The file"
        description="The exact content of the file."
        actions={
          <Button size="sm" icon={RotateCw} onClick={onRefresh} loading={isRefreshing}>
            Refresh
          </Button>
        }
        footer={
          <>
            <Button
              variant="primary"
              icon={Download}
              onClick={() => downloadFile(supportFileName(bundle), 'application/json', [file])}
            >
              Download file
            </Button>
            <ButtonLink icon={Mail} href={mailLink(bundle, request)}>
              Write email
            </ButtonLink>
            <span className="text-xs">The email contains your description. Attach the file to it.</span>
          </>
        }
        className="min-w-0"
      >
        <BundlePreview name={supportFileName(bundle)} file={file} />
      </Card>
    </div>
  )
}

/** The full file in a scrollable region. */
function BundlePreview({ name, file }: { name: string; file: string }) {
  return (
    <div className="rounded-md border border-line bg-field">
      <div className="flex h-9 items-center justify-between gap-3 border-line border-b pr-1 pl-3 text-ink-muted text-xs">
        <span className="min-w-0 truncate">
          {name}, {formatBytes(new Blob([file]).size)}
        </span>
        <CopyButton text={file} label="Copy file" />
      </div>
      <section
        aria-label="File content"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-120 overflow-auto rounded-b-md"
      >
        <pre className="w-fit px-3 py-2 text-xs leading-5">
          <code>{file}</code>
        </pre>
      </section>
    </div>
  )
}

/** What is removed from the file. */
function RedactionNotice() {
  return (
    <Card title="Removed information" description="From all parts and from your description.">
      <ul className="flex list-disc flex-col gap-1 pl-4 text-ink-muted text-sm">
        {redactions.map(({ what }) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Card>
  )
}
