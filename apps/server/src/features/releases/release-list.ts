import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import { compareVersions, isPrerelease, isVersion } from '@basalt/contract/releases/versions.rules.ts'
import { z } from 'zod'

/** A release as GitHub's API lists it; other fields are ignored. */
const Listed = z.object({
  tag_name: z.string().refine(isVersion),
  published_at: z.iso.datetime({ offset: true }),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
})
type Listed = z.infer<typeof Listed>

export type KnownReleases = Omit<CliRelease, 'current'>

/**
 * The latest release and a newer beta, from a list in any order. Skips drafts and entries that are not a version's
 * release. Throws when the answer is not a list.
 */
export function readReleases(answer: unknown): KnownReleases {
  const listed = z
    .array(z.unknown())
    .parse(answer)
    .flatMap((entry) => Listed.safeParse(entry).data ?? [])
    .filter(({ draft }) => !draft)
    .sort((a, b) => compareVersions(b.tag_name, a.tag_name) ?? 0)
  const [newest] = listed
  const latest = listed.find(isStable)
  return {
    ...(latest && { latest: latest.tag_name, published_at: latest.published_at }),
    ...(newest && newest !== latest && { beta: newest.tag_name }),
  }
}

const isStable = ({ tag_name, prerelease }: Listed) => !prerelease && !isPrerelease(tag_name)
