import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type GuideId, guideIds } from '@basalt/contract/documentation/documentation.rules.ts'
import type { Guide } from '@basalt/contract/documentation/documentation.schema.ts'

const files: Record<GuideId, string> = {
  operate: 'docs/guides/operate.md',
  advisors: 'docs/guides/advisors.md',
  logs: 'docs/guides/logs.md',
  reports: 'docs/guides/reports.md',
  ai: 'docs/guides/ai.md',
  upgrade: 'docs/guides/upgrade.md',
  backups: 'docs/guides/backups.md',
  sleep: 'docs/guides/sleep.md',
  branches: 'docs/guides/branches.md',
  replicas: 'docs/guides/replicas.md',
  auth: 'docs/guides/auth.md',
  import: 'docs/guides/import.md',
  webhooks: 'docs/guides/webhooks.md',
  'http-requests': 'docs/guides/http-requests.md',
  'pg-meta': 'docs/guides/pg-meta.md',
  wrappers: 'docs/guides/wrappers.md',
  agents: 'docs/guides/agents.md',
  troubleshooting: 'docs/guides/troubleshooting.md',
  changelog: 'CHANGELOG.md',
}

/** The guides in the running checkout. Missing ones are left out. */
export async function readGuides(productDir: string): Promise<Guide[]> {
  const guides = await Promise.all(
    guideIds.map(async (id) => {
      const text = await readFile(path.join(productDir, files[id]), 'utf8').catch(() => undefined)
      return text === undefined ? undefined : { id, ...titleAndText(text) }
    }),
  )
  return guides.filter((guide) => guide !== undefined)
}

/** Every guide begins with its title as a heading of level 1. */
function titleAndText(markdown: string) {
  const end = markdown.indexOf('\n')
  return { title: markdown.slice(0, end).replace(/^#\s+/, ''), text: markdown.slice(end + 1).trim() }
}
