import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { connectLinks } from '../connect-links.tsx'
import { type Compatibility, type CompatibilityLink, ipv4OnlyPlatforms } from './compatibility.rules.ts'

const linkTargets: Record<CompatibilityLink, { label: string; to: 'ipv4' | 'pooling' }> = {
  'ipv4-add-on': { label: 'IPv4 add-on', to: 'ipv4' },
  'ipv4-settings': { label: 'IPv4 settings', to: 'ipv4' },
  'pooler-settings': { label: 'Pooler settings', to: 'pooling' },
}

/** Whether the connection works from IPv4 networks. */
export function CompatibilityBox({
  projectRef,
  compatibility: { isCompatible, note, links },
}: {
  projectRef: string
  compatibility: Compatibility
}) {
  const targets = connectLinks(projectRef)
  return (
    <Callout
      tone={isCompatible ? 'success' : 'critical'}
      title={isCompatible ? 'IPv4 compatible' : 'Not IPv4 compatible'}
    >
      <p>{note}</p>
      {links.length > 0 && (
        <p className="flex flex-wrap gap-x-4 pt-1">
          {links.map((link) => (
            <TextLink key={link} render={targets[linkTargets[link].to]}>
              {linkTargets[link].label}
            </TextLink>
          ))}
        </p>
      )}
      {!isCompatible && (
        <Disclosure summary="Some platforms are IPv4-only">
          <ul className="list-inside list-disc">
            {ipv4OnlyPlatforms.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Callout>
  )
}
