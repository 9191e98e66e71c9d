import { redact, redactAll } from '@basalt/contract/support/redaction.rules.ts'
import type { SupportBundle } from '@basalt/contract/support/support.schema.ts'

export const supportParts = ['project', 'server_log', 'server_errors', 'browser'] as const
export type SupportPart = (typeof supportParts)[number]

/** Information about the browser. */
export interface BrowserInfo {
  user_agent: string
  language: string
  viewport: string
}

export interface SupportRequest {
  subject: string
  message: string
  /** The parts to include. */
  parts: ReadonlySet<SupportPart>
}

/** The parts available in this bundle. */
export const availableParts = ({ project, server_log, server_errors }: SupportBundle): SupportPart[] =>
  supportParts.filter(
    (part) =>
      part === 'browser' ||
      (part === 'project' && project !== null) ||
      (part === 'server_log' && Array.isArray(server_log)) ||
      (part === 'server_errors' && Array.isArray(server_errors)),
  )

/** The file's content, used for the preview and the download. */
export function supportFile(
  bundle: SupportBundle,
  browser: BrowserInfo,
  { subject, message, parts }: SupportRequest,
): string {
  const { generated_at, installation, project, server_log, server_errors } = bundle
  const request = redactAll({ subject: subject.trim(), message: message.trim() })
  const file = {
    generated_at,
    ...request,
    installation,
    ...(parts.has('project') && project && { project }),
    ...(parts.has('browser') && { browser: redactAll(browser) }),
    ...(parts.has('server_errors') && { server_errors }),
    ...(parts.has('server_log') && { server_log }),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** `basalt-support-2026-03-01-120000.json` */
export const supportFileName = ({ generated_at }: Pick<SupportBundle, 'generated_at'>) =>
  `basalt-support-${generated_at.slice(0, 19).replace('T', '-').replaceAll(':', '')}.json`

/** The longest `mailto:` URL that email programs and browsers accept. */
export const MAIL_LINK_MAX = 1900

/** The `mailto:` URL of a draft without recipient, with the description and key facts. The user attaches the file. */
export function mailLink(bundle: SupportBundle, { subject, message, parts }: SupportRequest): string {
  const { installation, project } = bundle
  const facts = [
    `Basalt ${installation.version} (${installation.edition}), Node ${installation.node}, ${installation.os}`,
    ...(parts.has('project') && project ? [`Project ${project.ref}: ${project.status}`] : []),
    `Attached: ${supportFileName(bundle)}`,
  ].join('\r\n')
  const link = (words: string) =>
    `mailto:?subject=${encodeURIComponent(redact(subject.trim()) || 'Help with Basalt')}&body=${encodeURIComponent(`${words}\r\n\r\n${facts}\r\n`)}`
  return shortened(redact(message.trim()), link)
}

/** The link with the longest prefix of the text that fits the limit, in whole characters. */
function shortened(words: string, link: (words: string) => string) {
  const letters = [...words.toWellFormed()]
  let [fits, tooMany] = [0, letters.length + 1]
  const of = (count: number) => link(letters.slice(0, count).join('') + (count < letters.length ? '…' : ''))
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (of(middle).length <= MAIL_LINK_MAX) fits = middle
    else tooMany = middle
  }
  return of(fits)
}
