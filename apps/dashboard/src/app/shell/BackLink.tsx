import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { lastHref } from './place/last-place.state.ts'

/** A link from a page without navigation to the previously open project or organization. */
export function BackLink() {
  return (
    <TextLink
      tone="quiet"
      className="inline-flex items-center gap-1.5 self-start text-sm"
      render={<Link to={lastHref()} />}
    >
      <ArrowLeft className="size-4" aria-hidden />
      Back to dashboard
    </TextLink>
  )
}
