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
import { chunk, mailLink, type SupportPart, supportFile, supportFileName } from './support-file.rules.ts'

const browserFacts = () => ({
  user_agent: navigator.userAgent,
  language: navigator.language,
  viewport: `${innerWidth}x${innerHeight}`,
})

/** What happens in the user's words, what goes along, and the very file that comes of it. */
export function SupportRequestForm({
  bundle,
  onRefresh,
  isRefreshing,
}: {
  bundle: SupportBundle
  onRefresh: () => void
  isRefreshing: boolean
}) {
  const available = chunk(bundle)
  const [browser] = useState(browserFacts)
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const [unwanted, setUnwanted] = useState<ReadonlySet<SupportPart>>(new Set())
  const parts = useMemo(
    () => new Set(chunk(bundle).filter((part) => !unwanted.has(part))),
    [bundle, unwanted],
  )
  const request = { subject, message, parts }
  const file = supportFile(bundle, browser, request)
  const choose = (part: SupportPart, isWanted: boolean) => {
    const next = new Set(unwanted)
    if (isWanted) next.delete(part)
    else next.add(part)
    setUnwanted(next)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <Card title="What happens">
          <div className="flex flex-col gap-4">
            <Field label="Subject">
              <Input value={subject} onValueChange={setSubject} maxLength={SUPPORT_SUBJECT_MAX} />
            </Field>
            <Field label="Description" description="What you did, what you expected, and what came instead.">
              <TextArea value={message} onValueChange={setMessage} rows={6} maxLength={SUPPORT_MESSAGE_MAX} />
            </Field>
          </div>
        </Card>
        <PartChoices bundle={bundle} available={available} parts={parts} onChoose={choose} />
        <RedactionNotice />
      </div>
      <Card
        title="The file"
        description="Exactly what it contains, as of now."
        actions={
          <Button size="sm" icon={RotateCw} onClick={onRefresh} loading={isRefreshing}>
            Collect again
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
            <span className="text-xs">The email contains your words. Attach the file to it.</span>
          </>
        }
        className="min-w-0"
      >
        <BundlePreview name={supportFileName(bundle)} file={file} />
      </Card>
    </div>
  )
}

/** The whole file, to be scrolled through. */
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

/** What is never in the file. */
function RedactionNotice() {
  return (
    <Card title="What is taken out" description="Before you see it, and from what you type as well.">
      <ul className="flex list-disc flex-col gap-1 pl-4 text-ink-muted text-sm">
        {redactions.map(({ what }) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Card>
  )
}
